// What an import of people comes to, as the API shows it.
import { maxListed, type OrgImport } from '../model/organisation.ts';
import type { ImportResult } from './import.ts';

/** Counts all, and lists the first of each kind. */
export function describeImport(result: ImportResult): OrgImport {
  const { applied, created, changed, moved, unchanged, leftOut, pending, faults, notes } = result;
  const top = (email: string): string => email || 'top';
  return {
    ...{ applied, unchanged, notes: notes.slice(0, maxListed) },
    ...{ created: created.length, changed: changed.length, moved: moved.length, leftOut: leftOut.length },
    faultCount: faults.length,
    faults: faults.slice(0, maxListed).map(({ row, message }) => ({ ...(row !== null && { row }), message })),
    lines: [
      ...created.slice(0, maxListed).map(({ email }) => ({ change: 'created' as const, email })),
      ...changed
        .slice(0, maxListed)
        .map(({ email, fields }) => ({ change: 'changed' as const, email, detail: fields.join(', ') })),
      ...moved
        .slice(0, maxListed)
        .map(({ email, from, to }) => ({ change: 'moved' as const, email, detail: `${top(from)} → ${top(to)}` })),
      ...leftOut.slice(0, maxListed).map((email) => ({ change: 'leftOut' as const, email })),
      ...pending
        .slice(0, maxListed)
        .map(({ email, manager }) => ({ change: 'pending' as const, email, detail: manager })),
    ],
  };
}
