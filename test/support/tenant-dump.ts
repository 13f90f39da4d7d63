// Everything that a tenant holds, with types: a value that two databases share only if they hold the same.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Service } from './service.ts';
import { filesOf } from './upload.ts';

/** Without the entries of its log that it was moved. */
const moved = "coalesce(n.action IN ['tenant.export', 'tenant.import'], false)";

/** Nodes, relationships and files. Integers differ from floats, and moments in time zone and nanosecond. */
export async function dumpTenant(api: Service, tenantId: string): Promise<Record<string, string[]>> {
  const label = `T_${tenantId.replaceAll('-', '')}`;
  const typed = (of: string): string => `[key IN keys(${of}) | [key, valueType(${of}[key]), ${of}[key]]]`;
  const toTexts = (rows: Record<string, unknown>[]): string[] =>
    rows
      .map(({ cells, ...row }) =>
        JSON.stringify({ ...row, cells: (cells as unknown[]).map((c) => JSON.stringify(c)).sort() }),
      )
      .sort();
  const nodes = await api.graph.statement(
    `MATCH (n) WHERE (n:${label} OR n:Tenant AND n.id = $tenantId) AND NOT ${moved}
     RETURN labels(n) AS labels, ${typed('n')} AS cells`,
    { tenantId },
  );
  const relationships = await api.graph.statement(
    `MATCH (a:${label})-[r]->(b)
     RETURN type(r) AS type, coalesce(a.id, a.summaryId, a.userId) AS start, coalesce(b.id, b.summaryId, b.userId, b.name) AS end,
       ${typed('r')} AS cells`,
    {},
  );
  return {
    nodes: toTexts(nodes.map((row) => ({ ...row, labels: [...(row['labels'] as string[])].sort() }))),
    relationships: toTexts(relationships),
    files: filesOf(api, tenantId).map(
      (name) => `${name} ${readFileSync(path.join(api.config.FILES_DIR, tenantId, name)).toString('base64')}`,
    ),
  };
}
