// The tables of pages that follow from tables of the code. `npm run queries` writes them; tests compare them.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { channels } from '../src/features/notifications/channels.ts';
import { getDefinition, notificationTypes, type NotificationType } from '../src/features/notifications/registry.ts';
import { nodes } from '../src/features/personal-data/table-of-nodes.ts';
import { projectFolder } from '../src/platform/lib/project-folder.ts';
import type { Readers } from '../src/platform/notifications/define-notification.ts';
import { permissionNames, nameHolders } from '../src/platform/permissions.ts';
import { listGates } from './gates.ts';

/** A table: the page, the heading of level two above it, and its rows without the two of its head. */
type PageTable = { page: string; heading: string; rows: readonly string[] };

/** All tables that are written. */
export function listPageTables(): PageTable[] {
  return [
    { page: 'cypher/schema/README.md', heading: 'How many there can be', rows: listBounds() },
    { page: 'src/features/README.md', heading: 'Permissions', rows: listPermissions() },
    { page: 'src/features/notifications/README.md', heading: 'Types', rows: listTypes() },
    { page: 'src/platform/http/README.md', heading: 'Gates', rows: listGates() },
  ];
}

function listBounds(): string[] {
  return Object.entries(nodes).map(
    ([label, { holds, most }]) => `| \`${label}\` | ${holds} | ${most.ofPerson ?? '–'} | ${most.ofTenant} |`,
  );
}

/** Permissions with the same holders share a row. */
function listPermissions(): string[] {
  const names = Map.groupBy(permissionNames, (name) => nameHolders(name));
  return [...names].map(([holders, held]) => `| ${held.map((name) => `\`${name}\``).join(', ')} | ${holders} |`);
}

function listTypes(): string[] {
  return (Object.keys(notificationTypes) as NotificationType[]).map((type) => {
    const { when, readers, isSecurity } = getDefinition(type);
    const titles = channels.map(({ title }) => title).join(', ');
    return `| \`${type}\` | ${when} | ${describeReaders(readers)} | ${titles}${isSecurity ? '; always' : ''} |`;
  });
}

function describeReaders(readers: Readers): string {
  if ('themself' in readers) return readers.themself;
  if ('sight' in readers) return 'who sees people in it';
  if (!('manager' in readers)) {
    return `${readers.only ? `${readers.only}, of the ` : ''}holders of ${listNames(readers.roles, 'or')}`;
  }
  const deputies = readers.manager.length > 0 ? `, and deputies for ${listNames(readers.manager, 'or')}` : ' alone';
  const roles = readers.roles ? `; about a group: holders of ${listNames(readers.roles, 'or')}` : '';
  return `the manager${deputies}${roles}`;
}

function listNames(names: readonly string[], last: string): string {
  const quoted = names.map((name) => `\`${name}\``);
  return quoted.length > 1 ? `${quoted.slice(0, -1).join(', ')} ${last} ${quoted.at(-1)}` : quoted.join();
}

/**
 * The text of a page with these rows in the first table below the heading.
 *
 * @throws {Error} if the page has no such heading, or no table below it
 */
export function replaceRows(text: string, { heading, rows, page }: PageTable): string {
  const [, before, head, after] =
    new RegExp(`^([^]*\\n## ${heading}\\n[^]*?\\n)(\\|[^\\n]+\\n\\|[-|]+\\n)(?:\\|[^\\n]+\\n)*([^]*)$`).exec(text) ??
    [];
  if (before === undefined || head === undefined) throw new Error(`${page} has no table below "## ${heading}".`);
  return `${before}${head}${rows.map((row) => `${row}\n`).join('')}${after}`;
}

/** The text of the page of a table. */
export const readPage = ({ page }: PageTable): string => readFileSync(path.join(projectFolder, page), 'utf8');

/** Writes the tables into their pages. */
export function writePageTables(): void {
  for (const table of listPageTables()) {
    writeFileSync(path.join(projectFolder, table.page), replaceRows(readPage(table), table));
  }
}
