// The columns of an org chart file, and the normalization of its cells.
import { roles, type Role } from '../access.ts';

export const requiredColumns = ['email', 'name', 'jobTitle', 'team', 'department', 'managerEmail', 'roles'] as const;
/** In the order of an export. An export appends `id`, which an import ignores. */
export const columns = [...requiredColumns, 'startDate'] as const;
export type Column = (typeof columns)[number];

/** A person in a file. An absent value is an empty string; `startDate` is undefined if the file has no such column. */
export type FilePerson = Record<Exclude<Column, 'roles' | 'startDate'>, string> & {
  roles: string[];
  startDate?: string;
};

/** In characters. */
export const maxLengths: Record<Exclude<Column, 'roles' | 'startDate'>, number> = {
  email: 254,
  name: 200,
  jobTitle: 200,
  team: 200,
  department: 200,
  managerEmail: 254,
};

export function normalizeEmail(text: string): string {
  return text.trim().toLowerCase();
}

/** Sorts role names into the order in which they are stored, without duplicates; unknown names come last. */
export function parseRoles(text: string): string[] {
  const names = new Set(
    text
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  );
  const knownNames: string[] = roles.filter((name) => names.has(name));
  return [...knownNames, ...[...names].filter((name) => !roles.includes(name as Role))];
}
