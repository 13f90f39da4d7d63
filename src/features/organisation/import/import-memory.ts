// Whether the database has the memory for an import, which is one transaction.
import type { GraphClient } from '../../../platform/graph/client.ts';
import type { ImportPlan } from './plan-import.ts';

/** Measured on Neo4j 5.26 with 50,000 people: what a transaction holds for each who is new, moved, leaves or is changed otherwise. */
export const bytesPerPerson = { created: 7_000, moved: 30_000, leaving: 33_000, changed: 22_500 };
const units: Record<string, number> = { B: 1, KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30, TiB: 2 ** 40 };

/** Returns a sentence about what does not fit, and how it would; null if it fits, or if the database does not tell. */
export async function findMemoryFault(
  graph: Pick<GraphClient, 'statement'>,
  { created, moved, changed, leaving }: Pick<ImportPlan, 'created' | 'moved' | 'changed' | 'leaving'>,
): Promise<string | null> {
  const needed =
    created.length * bytesPerPerson.created +
    moved.length * bytesPerPerson.moved +
    leaving.length * bytesPerPerson.leaving +
    changed.length * bytesPerPerson.changed;
  const allowed = await readMemoryLimit(graph);
  if (needed <= allowed) return null;
  const inMegabytes = (bytes: number): string => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;
  const rows = Math.floor((created.length + moved.length + changed.length + leaving.length) * (allowed / needed));
  return (
    `the file needs some ${inMegabytes(needed)} of Neo4j's memory, and dbms.memory.transaction.total.max allows ` +
    `${inMegabytes(allowed)}; import some ${rows.toLocaleString('en')} of these people at a time, from the top down, or ` +
    `give Neo4j a heap of ${Math.ceil(needed / 0.7 / 1e9)} GB (NEO4J_JAVA_ARGUMENTS=-Xmx… for the embedded server)`
  );
}

/** In bytes; infinite where there is no limit. */
async function readMemoryLimit(graph: Pick<GraphClient, 'statement'>): Promise<number> {
  const text = "SHOW SETTINGS 'dbms.memory.transaction.total.max' YIELD value";
  const rows = await graph.statement(text).catch(() => []); // a user of the database may lack the privilege
  const [, number = '0', unit = 'B'] = /^([\d.]+)([KMGT]?i?B)$/.exec(String(rows[0]?.['value'])) ?? [];
  return Number(number) * (units[unit] ?? 1) || Infinity;
}
