// The names of people and teams in a file, as programs write them. No IO.
import { cleanName, toNameKey } from '../../../platform/lib/names.ts';
import { pluralize } from '../../../platform/lib/pluralize.ts';
import type { Cell } from './file-columns.ts';
import { splitBrackets, splitMarks } from './presence.ts';
import { quote } from './quote.ts';

/** A name with one comma, and something on both sides that is no such suffix. */
const inverted = /^([^,]+),\s*(?!(?:jr|sr|ii|iii|iv|phd|md|mba|esq)\b)([^,]+)$/i;

/** `isWhole`: whether the name is that of one cell. */
type NameCells = { name: string; isWhole: boolean; isLastAlone: boolean; number: string };

/** The full name of a row, cell by cell: the preferred one, else the preferred first name, else the name, else first and last name. */
export function toNameCells(cell: Cell): NameCells {
  const preferred = cell('preferredName');
  const last = cell('lastName');
  const isFull = /\S\s+\S/.test(preferred);
  const preferredFirst = last === '' ? '' : cell('preferredFirstName') || (isFull ? '' : preferred);
  const whole = (isFull && preferred) || (preferredFirst === '' ? cell('name') : '');
  const first = preferredFirst || cell('firstName');
  const name = cleanName(whole || `${first} ${last}`);
  return {
    name,
    isWhole: whole !== '',
    isLastAlone: name !== '' && whole + first === '',
    number: cell('employeeNumber'),
  };
}

/**
 * Full names of rows without the marks that programs write behind them. A file whose names all read "Last, First" has them turned.
 * An export of ours has the names as they are.
 *
 * @returns `notes` say what was turned or left out, with examples; `isLastAlone`: whether a row has a last name alone
 */
export function readNames(
  cells: readonly NameCells[],
  isExport: boolean,
): { names: string[]; marks: string[][]; notes: string[]; isLastAlone: boolean[] } {
  const isLastAlone = cells.map((one) => one.isLastAlone);
  const full = cells.map(({ name }) => name);
  if (isExport) return { names: full, marks: full.map(() => []), notes: [], isLastAlone };
  const split = cells.map(({ name, number }) => {
    const bare = splitMarks(name);
    const brackets = splitBrackets(bare.name);
    return brackets && number !== '' && brackets.inside === number ? { ...bare, name: brackets.before } : bare;
  });
  const names = split.map(({ name }) => name);
  const marks = split.map((one) => one.marks);
  const notes: string[] = [];
  const shortened = full.filter((name, index) => name !== names[index]);
  const [shown] = shortened;
  if (shown !== undefined) {
    const to = quote(names[full.indexOf(shown)] ?? '');
    notes.push(`${quote(shown)} is taken as ${to}${andOthers(shortened)}: what is in brackets is no part of a name`);
  }
  const kept = names.filter((name) => splitBrackets(name) !== null);
  if (kept[0] !== undefined) notes.push(`the name ${quote(kept[0])} stays as it is${andOthers(kept)}`);
  const turned = turnNames(names, cells);
  return { names: turned.names, marks, notes: [...notes, ...turned.notes], isLastAlone };
}

const andOthers = (all: readonly unknown[]): string =>
  all.length === 1 ? '' : `, and ${pluralize(all.length - 1, 'other')}`;

/** First and last names that are cells of their own are turned already. */
function turnNames(names: string[], cells: readonly NameCells[]): { names: string[]; notes: string[] } {
  const present = names.filter((name, index) => name !== '' && cells[index]?.isWhole);
  const [example] = present;
  const written = present.filter((name) => inverted.test(name));
  if (present.length < 2 || example === undefined || written.length < present.length) {
    const rule = 'names are turned if all names of a file, two at least, are written "Last, First"';
    const note = `the name ${quote(written[0] ?? '')} stays as it is${andOthers(written)}: ${rule}`;
    return { names, notes: written.length === 0 ? [] : [note] };
  }
  const turn = (name: string): string => name.replace(inverted, '$2 $1').trim();
  const note = `names are written "Last, First": ${quote(example)} is taken as ${quote(turn(example))}`;
  return { names: names.map((name, index) => (cells[index]?.isWhole ? turn(name) : name)), notes: [note] };
}

/**
 * The names of teams without the manager that Workday writes in brackets behind them, by what the file has. A team keeps the
 * brackets if it could be taken for another one without them, or if nobody of the file has the name in them.
 */
export function findTeamsWithManagers(teams: readonly string[], names: readonly string[]): Map<string, string> {
  const people = new Set(names.map(toNameKey));
  const shorter = new Map<string, string>();
  for (const team of new Set(teams)) {
    const parts = splitBrackets(team);
    if (parts && people.has(toNameKey(splitMarks(parts.inside).name))) shorter.set(team, parts.before);
  }
  const used = [...new Set(teams)].map((team) => toNameKey(shorter.get(team) ?? team));
  const counts = Map.groupBy(used, (key) => key);
  return new Map([...shorter].filter(([, name]) => counts.get(toNameKey(name))?.length === 1));
}
