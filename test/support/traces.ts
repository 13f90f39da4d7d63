// Looks for words in everything that a tenant holds: every property of every node.
import type { Service } from './service.ts';

/**
 * Where any of these words stand, in any case of letters, as `Label.property`, each place once. The words may stand in the
 * middle of a text, in lists and in JSON.
 */
export async function tracesOf(service: Service, tenantId: string, words: readonly string[]): Promise<string[]> {
  const nodes = await service.graph.statement(
    `MATCH (n) WHERE n.tenantId = $tenantId OR n.id = $tenantId OR $label IN labels(n)
     RETURN [label IN labels(n) WHERE NOT label STARTS WITH 'T_'][0] AS kind, properties(n) AS properties`,
    { tenantId, label: `T_${tenantId.replaceAll('-', '')}` },
  );
  const sought = words.map((word) => word.toLowerCase());
  const places = nodes.flatMap(({ kind, properties }) =>
    Object.entries(properties as object).flatMap(([name, value]) => {
      const text = JSON.stringify(value).toLowerCase();
      return sought.some((word) => text.includes(word)) ? `${String(kind)}.${name}` : [];
    }),
  );
  return [...new Set(places)].sort();
}
