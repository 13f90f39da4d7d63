// Exports an org chart page by page, in the format that an import reads.
import type { GraphClient } from '../../../platform/graph/client.ts';
import { byteOrderMark, formatCsvRows, type CsvColumn } from '../../../platform/lib/list-format.ts';
import type { ExportRow } from '../schema.ts';
import type { ViewParams } from '../../../platform/time/as-of.ts';
import { columns, parseRoles, type Column, type ExistingPerson } from './columns.ts';
import { readPeoplePages } from '../people/people.ts';

const titles = [...columns, 'id'] as const;

/**
 * Writes all active people, sorted by address, as CSV or as a JSON array in which absent values are null.
 *
 * @param view shows the managers of another view than today's
 * @param write the next page is read after it resolves
 */
export async function exportPeople(
  graph: GraphClient,
  tenantId: string,
  format: 'csv' | 'json',
  write: (text: string) => Promise<void>,
  view: ViewParams | null = null,
): Promise<void> {
  await graph.transaction({ tenantId }, async (tx) => {
    await write(format === 'csv' ? formatHeader() : '[');
    let separator = '\n';
    for await (const page of readPeoplePages(tx, view)) {
      const active = page.filter((person) => person.active);
      if (active.length === 0) continue;
      if (format === 'csv') await write(formatRows(active));
      else await write(separator + active.map((person) => JSON.stringify(toJsonPerson(person))).join(',\n'));
      separator = ',\n';
    }
    if (format === 'json') await write('\n]\n');
  });
}

export function formatHeader(): string {
  return byteOrderMark + formatCsvRows([[...titles]]);
}

export function formatRows(people: ExistingPerson[]): string {
  return formatCsvRows(people.map(toCells));
}

function toCells(person: ExistingPerson): string[] {
  const cells = { ...toJsonPerson(person), roles: parseRoles(person.roles.join(';')).join(';') };
  return titles.map((name) => cells[name] ?? '');
}

/** The columns of a row of `toExportRow`, titled as an import knows them. */
export const exportColumns: readonly CsvColumn[] = titles.map((name) => ({ name, title: name }));

/** Absent values are left out. */
export function toExportRow(person: ExistingPerson): ExportRow {
  const entries = Object.entries(toJsonPerson(person)).filter(([, value]) => value !== null);
  return Object.fromEntries(entries) as ExportRow;
}

/** Absent values are null. */
function toJsonPerson(person: ExistingPerson) {
  const { managerEmails, pendingManager, roles, id } = person;
  const texts = { ...person, managerEmail: pendingManager ?? managerEmails[0] };
  const cells = columns.map((name) => [name, name === 'roles' ? roles : texts[name] || null]);
  return { ...(Object.fromEntries(cells) as Record<Exclude<Column, 'roles'>, string | null>), roles, id };
}
