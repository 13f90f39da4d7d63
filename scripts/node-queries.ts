// The queries that have a branch for each label, written from the table of nodes by `npm run queries`, because the planner finds
// an index only for a label that stands in the text; and what queries know of the channels of notifications.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { outsideChannels } from '../src/features/notifications/channels.ts';
import { archivedLabels, listNodeKeys, nodes } from '../src/features/personal-data/table-of-nodes.ts';
import type { NodeRow } from '../src/platform/graph/nodes.ts';
import { projectFolder } from '../src/platform/lib/project-folder.ts';

const mark =
  '// Written by `npm run queries` from the table of nodes (src/features/personal-data/table-of-nodes.ts); do not edit.';

function formatRefusals(): string {
  const branches = Object.entries(nodes).flatMap(([label, { notFound }]) =>
    (notFound?.codes ?? []).map((code) => {
      const condition = notFound?.if === undefined ? '' : ` WHERE node.${notFound.if} IS NOT NULL`;
      return `  WHEN '${code}' THEN EXISTS { MATCH (node:${label} {id: $id})${condition} }`;
    }),
  );
  return `// Returns whether what $code says was not found exists in any tenant, by its id. Asked only after a lookup in the caller's
// tenant found none, to tell 403 from 404.
${mark}
// @all-tenants
// @param code: text
// @param id: id
RETURN CASE $code
${branches.join('\n')}
END AS exists
`;
}

function formatRelationships(): string {
  const find = (end: 'start' | 'end'): string =>
    Object.entries(listNodeKeys())
      .map(
        ([label, key]) =>
          `  MATCH (${end}:${label} {tenantId: $tenantId, ${key}: link.${end}.${label}})\n  RETURN ${end}`,
      )
      .join('\n  UNION ALL\n');
  return `// Creates relationships from $links ({type, properties, start, end}) and returns how many: fewer than given if an end does
// not exist. \`start\` and \`end\` are maps with one entry: the label, and the value of the key of such nodes. The seeks of all
// other labels look for null, which takes no time.
${mark}
// @param links: list of {start: map of texts, end: map of texts, type: text, properties: map of values}
UNWIND $links AS link
CALL (link) {
${find('start')}
}
CALL (link) {
${find('end')}
}
CREATE (start)-[created:$(link.type)]->(end)
SET created = link.properties
RETURN count(created) AS count
`;
}

function formatMislabelled(): string {
  return `// Returns the number of nodes whose tenantId and tenant label disagree, by kind. A consistent database has none.
${mark}
CALL () {
  MATCH (node)
  WHERE node:$($tenantLabel) AND (node.tenantId IS NULL OR node.tenantId <> $tenantId)
  RETURN node
  UNION ALL
  MATCH (
    node:${archivedLabels.join('\n      |')}
    {tenantId: $tenantId}
  )
  WHERE [label IN labels(node) WHERE label STARTS WITH 'T_'] <> [$tenantLabel]
  RETURN node
}
RETURN coalesce([label IN labels(node) WHERE NOT label STARTS WITH 'T_'][0], 'unlabelled') AS kind, count(*) AS count
ORDER BY kind
`;
}

function formatMessageKeys(): string {
  const types = outsideChannels.map(({ outside }) => `'${outside.event}'`).join(', ');
  return `// message_keys(notification): list, the keys of the events that send a notification outside of the application, by each channel.
// Written by \`npm run queries\` from the channels (src/features/notifications/channels.ts); do not edit.
[type IN [${types}] | type + ':' + notification.id]
`;
}

/** The name of the include that lists what is deleted with a node of a label. */
export const toPartsInclude = (label: string): string => `parts_of_${label.replace(/\B(?=[A-Z])/g, '_').toLowerCase()}`;

/** The ways down from a label to those that go with it, and with these: the steps from a node to its parts. */
function listWaysDown(
  label: string,
  table: Readonly<Record<string, NodeRow>>,
): { part: string; by: readonly [string, ...string[]] }[][] {
  return Object.entries(table).flatMap(([part, { goesWith }]) => {
    if (goesWith?.label !== label) return [];
    const step = { part, by: goesWith.by };
    return [[step], ...listWaysDown(part, table).map((further) => [step, ...further])];
  });
}

function formatParts(label: string, table: Readonly<Record<string, NodeRow>>): string {
  const lists = listWaysDown(label, table).map((way) => {
    const matches = way.map(({ part, by: [id, ...others] }, at) => {
      const name = at === way.length - 1 ? 'part' : `part${at + 1}`;
      const above = at === 0 ? 'whole' : `part${at}`;
      const indexed = others.map((one) => `${name}.${one} IS NOT NULL`).join(' AND ');
      const where = indexed === '' ? '' : `\n  WHERE ${indexed}`;
      return `  MATCH (${name}:${part} {tenantId: $tenantId, ${id}: ${above}.id})${where}`;
    });
    return `COLLECT {\n${matches.join('\n')}\n  RETURN part\n}`;
  });
  return `// ${toPartsInclude(label)}(whole): list, the nodes that are deleted with a node of the label ${label}.
${mark}
${lists.join(' + ')}
`;
}

/** For each label that others go with, the include that lists these. */
export function formatPartsIncludes(table: Readonly<Record<string, NodeRow>> = nodes): Record<string, string> {
  const wholes = new Set(Object.values(table).flatMap(({ goesWith }) => goesWith?.label ?? []));
  return Object.fromEntries([...wholes].map((one) => [`includes/${toPartsInclude(one)}`, formatParts(one, table)]));
}

/** The written queries and includes: the text of each file. */
export function formatNodeQueries(): Record<string, string> {
  return {
    ...formatPartsIncludes(),
    'includes/message_keys': formatMessageKeys(),
    'access/exists_in_any_tenant': formatRefusals(),
    'archives/create_relationships': formatRelationships(),
    'organisation/check/mislabelled_nodes': formatMislabelled(),
  };
}

/** Where the query of a name is. */
export const toQueryFile = (name: string): string => path.join(projectFolder, 'cypher', `${name}.cypher`);

/** Writes the files. */
export function writeNodeQueries(): void {
  for (const [name, text] of Object.entries(formatNodeQueries())) writeFileSync(toQueryFile(name), text);
}
