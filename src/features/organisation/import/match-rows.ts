// Matches the rows of a file to the people of a tenant. No IO.
import { keyColumns, type ExistingPerson } from './columns.ts';
import { matchPerson } from '../people/match-person.ts';
import type { PersonRow } from './read-rows.ts';
import type { Fault } from './read-table.ts';
import { askSamePerson } from './same-person.ts';
import { describeSpoilt, indexSpoilt, isScientific, isSpoilt } from './spoilt-keys.ts';

/** `existing` is null for somebody new. `releases` are people who have left and give up their address. */
export type RowMatch = { person: PersonRow; existing: ExistingPerson | null; releases: ExistingPerson[] };

/** Rows that are not sure to be about one person become faults, and have no match. */
export function matchRows(people: ExistingPerson[], rows: PersonRow[]): { matches: RowMatch[]; faults: Fault[] } {
  const faults = findRepeats(rows);
  const index = {
    id: indexBy(people, ({ id }) => id),
    employeeNumber: indexBy(people, ({ employeeNumber }) => employeeNumber),
    externalId: indexBy(people, ({ externalId }) => externalId),
    email: indexBy(people, ({ email }) => email),
    userName: indexBy(people, ({ userName }) => userName),
  };
  const findAny = (key: string): ExistingPerson | null =>
    index.id.get(key.toLowerCase()) ?? index.employeeNumber.get(key) ?? index.externalId.get(key) ?? null;
  const listOwners = ({ id, employeeNumber, externalId }: PersonRow): (ExistingPerson | null)[] => [
    index.id.get(id ?? '') ?? null,
    index.employeeNumber.get(employeeNumber ?? '') ?? null,
    index.externalId.get(externalId ?? '') ?? null,
  ];
  const rowsByKey = new Map<string, PersonRow>();
  for (const row of rows) {
    const named = [...listOwners(row), row.returns ? findAny(row.returns) : null];
    for (const owner of named) if (owner) rowsByKey.set(owner.id, row);
  }
  /** Whoever has the address and keeps it: another row may give them another one. */
  const findHolder = (email: string): ExistingPerson | null => {
    const holder = index.email.get(email);
    const row = holder && rowsByKey.get(holder.id);
    return holder && (row === undefined || (row.email ?? email) === email) ? holder : null;
  };

  const whole = new Map(
    keyColumns.map((column) => [column, indexSpoilt(people.flatMap((person) => person[column] ?? []))]),
  );
  const inFile = new Map(keyColumns.map((column) => [column, new Set(rows.map((row) => row[column]))]));
  /** A key that a spreadsheet has changed, as a sentence: it would name another person, or give one a wrong key. */
  const findSpoilt = (row: PersonRow): string | null => {
    const known = [index.id.get(row.id ?? ''), index.email.get(row.email ?? '')];
    for (const column of keyColumns) {
      const key = row[column] ?? '';
      const keys = known.flatMap((person) => person?.[column] ?? []);
      if (key === '' || keys.includes(key)) continue;
      const meant = keys.find((one) => isSpoilt(one, key)) ?? whole.get(column)?.get(key);
      const isInFile = meant !== undefined && inFile.get(column)?.has(meant) === true;
      if (isInFile || (meant === undefined && !isScientific(key))) continue;
      return `${column} ${describeSpoilt(key, meant)}`;
    }
    return null;
  };

  const matches: RowMatch[] = [];
  const rowsOfPeople = new Map<string, number>();
  for (const person of rows) {
    const { row, email, returns, newPerson } = person;
    const spoilt = findSpoilt(person);
    if (spoilt !== null) {
      faults.push({ row, message: spoilt });
      continue;
    }
    const match = matchPerson({
      owners: listOwners(person),
      holders: email === undefined ? [] : [findHolder(email), index.userName.get(email) ?? null],
      keys: person,
      ...(returns && { returns: findAny(returns) }),
      newPerson: newPerson ?? false,
    });
    const doubt = match.refusal || match.person === null ? null : askSamePerson(person, match.person);
    const earlier = match.refusal ? undefined : rowsOfPeople.get(match.person?.id ?? '');
    if (match.refusal) faults.push({ row, message: describe(match.refusal, person, match.about) });
    else if (earlier !== undefined) faults.push({ row, message: `${nameRow(person)} is the person of row ${earlier}` });
    else {
      if (match.person) rowsOfPeople.set(match.person.id, row);
      if (doubt !== null) faults.push({ row, message: doubt });
      else matches.push({ person, existing: match.person, releases: match.releases });
    }
  }
  return { matches, faults };
}

function indexBy(
  people: ExistingPerson[],
  getKey: (person: ExistingPerson) => string | undefined,
): Map<string, ExistingPerson> {
  return new Map(people.flatMap((person) => (getKey(person) ? [[getKey(person) ?? '', person] as const] : [])));
}

function findRepeats(rows: PersonRow[]): Fault[] {
  return (['email', 'employeeNumber', 'externalId'] as const).flatMap((column) => {
    const first = new Map<string, number>();
    return rows.flatMap(({ row, [column]: value }) => {
      const earlier = first.get(value ?? '');
      if (value && earlier === undefined) first.set(value, row);
      const message = `${column === 'email' ? value : `${column} ${JSON.stringify(value)}`} is already in row ${earlier}`;
      return earlier === undefined ? [] : [{ row, message }];
    });
  });
}

const nameRow = ({ email, employeeNumber, externalId, id }: PersonRow): string =>
  email ?? employeeNumber ?? externalId ?? id ?? 'the row';

function describe(refusal: string, row: PersonRow, about: ExistingPerson | null): string {
  const { employeeNumber, externalId } = row;
  const email = nameRow(row);
  const who = about ? `${about.name} (${about.id})` : '';
  if (refusal === 'KEYS_DISAGREE') return `${email}: id, employeeNumber, externalId and returns name different people`;
  if (refusal === 'NOT_LEFT') return `${email}: returns names nobody who has left`;
  if (refusal === 'TAKEN')
    return `${email} is the address of ${who}, who is active: give the row their id, or them another address`;
  const hasKey =
    (employeeNumber && employeeNumber === about?.employeeNumber) || (externalId && externalId === about?.externalId);
  const isByName = [about?.email, about?.userName].includes(email);
  const way = hasKey ? 'remove number and external id from them first' : 'write yes into the column newPerson';
  const another = hasKey || isByName ? `; if this is somebody else, ${way}` : '';
  const part = isByName ? 'the address' : 'the row';
  return `${email} is ${part} of ${who}, who has left: if they are back, write their id into the column returns${another}`;
}
