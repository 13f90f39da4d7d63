// Repeats the erasures of the log in a database that was restored from a backup, where erased people and tenants are back.
import { splitIntoBatches } from '../../platform/lib/loops.ts';
import type { GraphClient } from '../../platform/graph/client.ts';
import { deleteTenant } from './delete-tenant.ts';
import { erasePerson } from './erase-person.ts';
import type { ErasureEntry, ErasureServices } from './erasure-log.ts';
import { listTenants } from '../organisation/tenants/tenants.ts';

export type RepeatedErasures = { people: number; tenants: number };
type Services = Omit<ErasureServices, 'erasures'>;

const peoplePerRead = 1_000;
/** They are in the log already. */
const unlogged = { append: () => Promise.resolve() };

/**
 * Deletes the tenants and erases the people of the entries who exist; a tenant that was imported after its deletion
 * stays. Safe to repeat. People who report to an erased person move to that person's manager, or to the top.
 *
 * @param progress called after each person and tenant
 * @returns how many of them existed
 */
export async function repeatErasures(
  services: Services,
  entries: readonly ErasureEntry[],
  { now, progress = () => undefined }: { now: Date; progress?: (done: number, total: number) => void },
): Promise<RepeatedErasures> {
  const withLog = { ...services, erasures: unlogged };
  const tenantIds = (await listTenants(services.graph)).map(({ id }) => id);
  const deletedIds = new Set<string>();
  for (const entry of entries) {
    if (entry.kind === 'tenant') deletedIds.add(entry.tenantId);
    if (entry.kind === 'import') deletedIds.delete(entry.tenantId);
  }
  const tenants = tenantIds.filter((id) => deletedIds.has(id));
  const people: { tenantId: string; userId: string }[] = [];
  for (const tenantId of tenantIds.filter((id) => !deletedIds.has(id))) {
    const found = await findErased(services.graph, tenantId, entries);
    people.push(...found.map((userId) => ({ tenantId, userId })));
  }
  let done = 0;
  const total = tenants.length + people.length;
  for (const tenantId of tenants) {
    await deleteTenant(withLog, tenantId);
    progress((done += 1), total);
  }
  for (const person of people) {
    await erasePerson(withLog, { ...person, now, dryRun: false, repeated: true });
    progress((done += 1), total);
  }
  return { people: people.length, tenants: tenants.length };
}

/** The ids in the log of a tenant's people who exist. */
async function findErased(graph: GraphClient, tenantId: string, entries: readonly ErasureEntry[]): Promise<string[]> {
  const ids = new Set(
    entries.flatMap((entry) => (entry.kind === 'person' && entry.tenantId === tenantId ? entry.userId : [])),
  );
  const found: string[] = [];
  for (const userIds of splitIntoBatches([...ids], peoplePerRead)) {
    const [row] = await graph.transaction({ tenantId }, (tx) =>
      tx.rows<{ people: { id: string }[] }>('personal-data/name_people', { userIds }),
    );
    found.push(...(row?.people ?? []).map(({ id }) => id));
  }
  return found;
}
