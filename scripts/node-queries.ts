// The queries that have a branch for each label: written from the table of nodes by `npm run queries`, because the planner finds
// an index only for a label that stands in the text.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { archivedLabels, listNodeKeys, nodes } from '../src/features/personal-data/table-of-nodes.ts';
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

/** The written queries: the text of each file. */
export function formatNodeQueries(): Record<string, string> {
  return {
    'access/exists_in_any_tenant': formatRefusals(),
    'archives/create_relationships': formatRelationships(),
    'org-check/mislabelled_nodes': formatMislabelled(),
  };
}

/** Where the query of a name is. */
export const toQueryFile = (name: string): string => path.join(projectFolder, 'cypher', `${name}.cypher`);

/** Writes the files. */
export function writeNodeQueries(): void {
  for (const [name, text] of Object.entries(formatNodeQueries())) writeFileSync(toQueryFile(name), text);
}
