// The columns of an org chart as a file, and how a cell that a spreadsheet would run as a formula is written.
import { roles, type Role } from '../access.ts';

/** The columns that a file must have. */
export const requiredColumns = ['email', 'name', 'jobTitle', 'team', 'department', 'managerEmail', 'roles'] as const;
/** All columns, in the order they are written; `id` may follow and is never read. */
export const columns = [...requiredColumns, 'startDate'] as const;
export type Column = (typeof columns)[number];

/** Someone as a file describes them; what is empty is not there. A file without start dates says nothing about them. */
export type Person = Record<Exclude<Column, 'roles' | 'startDate'>, string> & { roles: string[]; startDate?: string };

/** The longest text each column may hold, in characters. */
export const maxLengths: Record<Exclude<Column, 'roles' | 'startDate'>, number> = {
  email: 254,
  name: 200,
  jobTitle: 200,
  team: 200,
  department: 200,
  managerEmail: 254,
};

/** An address as it is stored and compared. */
export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Role names in the one order they are stored in, each once; a name nobody knows stays, at the end. */
export function parseRoles(text: string): string[] {
  const names = new Set(
    text
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const known: string[] = roles.filter((name) => names.has(name));
  return [...known, ...[...names].filter((name) => !roles.includes(name as Role))];
}

/** A cell that no spreadsheet takes for a formula; `unescapeFormula` undoes exactly this. */
export function escapeFormula(text: string): string {
  return /^'*[=+\-@]/.test(text) ? `'${text}` : text;
}

/** The text of a cell that `escapeFormula` may have written. */
export function unescapeFormula(cell: string): string {
  return /^'+[=+\-@]/.test(cell) ? cell.slice(1) : cell;
}
