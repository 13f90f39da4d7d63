// What is odd of a file as a whole: it may be another file than the admin means, or may have been read in another way. No IO.
import { pluralize } from '../../../platform/lib/pluralize.ts';
import type { ExistingPerson } from './columns.ts';
import type { ImportPlan } from './plan-import.ts';
import { quote } from './quote.ts';
import type { PeopleFile, PersonRow } from './read-rows.ts';

type Look = { people: readonly ExistingPerson[]; plan: ImportPlan; file: PeopleFile };

/** Of columns, addresses and domains, so many are named. */
const mostNamed = 8;

/**
 * What an admin should look at before the import is made, as sentences with numbers and the columns that may be meant. Nothing in
 * it is a fault: a company can be like this.
 */
export function findOddities(people: readonly ExistingPerson[], plan: ImportPlan, file: PeopleFile): string[] {
  const look: Look = { people, plan, file };
  const looks = [lookForManagers, lookForTop, lookForWaiting, lookForNames, lookForNewcomers, lookForDomains];
  return [...looks, lookForGuests, lookForLeavers].flatMap((lookFor) => lookFor(look) ?? []);
}

const isMost = (part: number, all: number): boolean => part >= 2 && 2 * part > all;

/** The columns that are not read, those that may be meant first. */
function nameIgnored({ ignored, likely }: PeopleFile): string {
  const sorted = [...new Set([...ignored.filter((title) => likely.has(title)), ...ignored])];
  const shown = sorted.slice(0, mostNamed).map((title) => JSON.stringify(title));
  if (shown.length === 0) return '';
  const more = sorted.length > shown.length ? ` and ${pluralize(sorted.length - shown.length, 'other')}` : '';
  return `; columns that are not read: ${shown.join(', ')}${more}`;
}

const nameSome = (texts: readonly string[]): string =>
  texts.slice(0, 3).join(', ') + (texts.length > 3 ? ` and ${pluralize(texts.length - 3, 'other')}` : '');

function lookForManagers({ plan: { created }, file }: Look): string | null {
  if (created.length < 2 || file.rows.some(({ managerEmail }) => managerEmail)) return null;
  return `nobody in this file has a manager: all ${created.length.toLocaleString('en')} new people would be at the top${nameIgnored(file)}`;
}

function lookForTop({ plan: { created, moved }, file: { rows } }: Look): string[] {
  const top = created.filter(({ managerKey, pendingManager }) => managerKey === null && pendingManager === null);
  const raised = moved.filter(({ managerKey }) => managerKey === null);
  const isSaid = !rows.some(({ managerEmail }) => managerEmail);
  const would = 'would be at the top, without a manager';
  return [
    ...(!isSaid && isMost(top.length, created.length)
      ? [`${top.length} of ${created.length} new people ${would}`]
      : []),
    ...(isMost(raised.length, rows.length)
      ? [`${raised.length} of the ${rows.length} people in this file have a manager, and ${would}`]
      : []),
  ];
}

function lookForWaiting({ plan, file: { rows } }: Look): string | null {
  const touched = new Set([
    ...plan.created.map(({ email }) => email),
    ...plan.changed.map(({ person }) => person.email),
  ]);
  const pending = plan.pending.filter(({ email }) => touched.has(email));
  const named = rows.filter(({ managerEmail }) => managerEmail).length;
  const managers = [...new Set(pending.map(({ manager }) => manager))].map(quote);
  if (!isMost(pending.length, named)) return null;
  return `${pending.length} people would wait for a manager who is neither here nor in this file, such as ${nameSome(managers)}`;
}

/** Names of scripts that are written without blanks are one word. */
const withoutBlanks =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

function lookForNames({ file }: Look): string | null {
  const names = file.rows.flatMap(({ name }) => (name === undefined || withoutBlanks.test(name) ? [] : [name]));
  const short = names.filter((name) => !/\S\s+\S/.test(name));
  if (!isMost(short.length, names.length)) return null;
  return `${short.length} of ${names.length} names are one word, such as ${nameSome(short.map(quote))}${nameIgnored(file)}`;
}

function lookForNewcomers({ people, plan: { created }, file: { rows } }: Look): string | null {
  const present = people.filter(({ active }) => active).length;
  if (created.length < 2 || created.length < rows.length || present < 2) return null;
  return `nobody in this file is one of the ${present.toLocaleString('en')} people who are here: all ${created.length.toLocaleString('en')} would be new`;
}

const toDomain = (email: string): string => email.slice(email.lastIndexOf('@') + 1);
const mostOfDomain = { characters: 254, labels: 10 };
/** A domain and those above it, such as `a.b.example` and `b.example`; of a very long one, the highest alone. */
function listAbove(domain: string): string[] {
  const labels = domain.slice(-mostOfDomain.characters).split('.').slice(-mostOfDomain.labels);
  return labels.slice(0, Math.max(labels.length - 1, 1)).map((_label, at) => labels.slice(at).join('.'));
}

function lookForDomains({ people, plan: { created, changed } }: Look): string | null {
  const present = people.filter(({ active }) => active).map(({ email }) => toDomain(email));
  const given = [
    ...created.map(({ email }) => email),
    ...changed.filter(({ fields }) => fields.includes('email')).map(({ person }) => person.email),
  ];
  const counts = Map.groupBy(given.map(toDomain), (domain) => domain);
  const [[most, { length }] = ['', []]] = [...counts].toSorted(([, a], [, b]) => b.length - a.length);
  const own = new Set(present.length > 0 ? present : isMost(length, given.length) ? [most] : []);
  const aboveOwn = new Set([...own].flatMap(listAbove));
  const isOwn = (domain: string): boolean => aboveOwn.has(domain) || listAbove(domain).some((one) => own.has(one));
  const others = new Set([...counts.keys()].filter((domain) => !isOwn(domain)));
  if (own.size === 0 || others.size === 0) return null;
  const strange = given.filter((email) => others.has(toDomain(email)));
  return (
    `another domain than the company’s (${nameSome([...own])}) in ${strange.length} of ` +
    `${pluralize(given.length, 'new address', 'new addresses')}: ${nameSome([...others])}`
  );
}

function lookForGuests({ file: { guests } }: Look): string | null {
  const [first] = guests;
  if (!first) return null;
  const who = `${pluralize(guests.length, 'row')} of guests of a directory, from row ${first.row} on`;
  return `${who}: they would be people like all others; remove the rows of those who do not check in`;
}

function lookForLeavers({ people, plan, file: { left, rows } }: Look): string[] {
  const leaving = new Set(plan.leaving);
  const active = people.filter((person) => person.active && !leaving.has(person));
  const keys = (['email', 'employeeNumber', 'externalId'] as const).map((key) => {
    const given = new Set(left.map((row) => row[key]).filter(Boolean));
    return (person: ExistingPerson): boolean => given.has(person[key]);
  });
  const here = active.filter((person) => keys.some((isGiven) => isGiven(person)));
  const who = pluralize(here.length, 'person', 'people');
  const stays = 'org deactivate ends that, and so does a file of the whole company with --absent leave (absent=leave)';
  return [
    ...(here.length > 0
      ? [
          `active here, though the file says that they have left: ${who}, ${nameSome(here.map(({ email }) => email))}; ${stays}`,
        ]
      : []),
    ...(rows.length === 0 && left.length > 0 ? ['all people in this file have left: nobody would be imported'] : []),
  ];
}

/** Ids that are not ours: a file of a directory has its own. */
export function describeIds(people: readonly ExistingPerson[], rows: readonly PersonRow[]): string[] {
  const ids = new Set(people.map(({ id }) => id));
  const strange = rows.filter(({ id }) => id !== undefined && !ids.has(id));
  if (!strange[0]) return [];
  const what = `the id of ${pluralize(strange.length, 'row')}, from row ${strange[0].row} on, is nobody’s here and not used`;
  return [`${what}; --map "id=externalId" takes it as the id of a directory`];
}
