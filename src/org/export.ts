// Exports an org chart in the form that an import reads, page by page.
import { stringify } from 'csv-stringify/sync';
import type { GraphDoor } from '../graph/client.ts';
import { columns, guardedCell, rolesIn } from './columns.ts';
import { pagesOfPeople } from './people.ts';
import type { Known } from './plan.ts';

/**
 * Writes everyone active, by address: as CSV, or as a JSON array whose absent values are null.
 *
 * @param write takes a piece of text; the next page is read when it resolves
 */
export async function exportPeople(
  graph: GraphDoor,
  tenantId: string,
  format: 'csv' | 'json',
  write: (text: string) => Promise<void>,
): Promise<void> {
  await graph.transaction({ tenantId }, async (tx) => {
    await write(format === 'csv' ? headerRow() : '[');
    let separator = '\n';
    for await (const page of pagesOfPeople(tx)) {
      const active = page.filter((person) => person.active);
      if (active.length === 0) continue;
      if (format === 'csv') await write(rowsOf(active));
      else await write(separator + active.map((person) => JSON.stringify(objectOf(person))).join(',\n'));
      separator = ',\n';
    }
    if (format === 'json') await write('\n]\n');
  });
}

/** The first row of the file. */
export function headerRow(): string {
  return csv([[...columns, 'id']]);
}

/** The rows of these people. */
export function rowsOf(people: Known[]): string {
  return csv(people.map(cellsOf));
}

function cellsOf({
  email,
  name,
  jobTitle,
  team,
  department,
  managerEmails,
  roles,
  startDate = '',
  id,
}: Known): string[] {
  const manager = managerEmails[0] ?? '';
  const texts = [email, name, jobTitle, team, department, manager, rolesIn(roles.join(';')).join(';'), startDate, id];
  return texts.map(guardedCell);
}

function objectOf({
  email,
  name,
  jobTitle,
  team,
  department,
  managerEmails,
  roles,
  startDate,
  id,
}: Known): Record<string, unknown> {
  const manager = managerEmails[0] ?? null;
  return {
    email,
    name,
    jobTitle: jobTitle || null,
    team: team || null,
    department: department || null,
    managerEmail: manager,
    roles,
    startDate: startDate || null,
    id,
  };
}

function csv(rows: string[][]): string {
  return stringify(rows, { quoted_match: /[\r\n]|^\s|\s$/ });
}
