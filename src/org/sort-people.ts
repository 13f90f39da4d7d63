// Puts people into the order of lists whom a process of an earlier release has written since the migration: without the key
// of that order the directory does not list them.
import type { GraphClient } from '../graph/client.ts';
import { toSortName } from '../lib/names.ts';
import { listTenants } from './tenants.ts';

/** Goes through all tenants, a thousand people a transaction. Returns how many people it was. */
export async function sortPeople(graph: GraphClient): Promise<number> {
  let sorted = 0;
  for (const { id: tenantId } of await listTenants(graph)) {
    for (let found = 1; found > 0; sorted += found) found = await sortSome(graph, tenantId);
  }
  return sorted;
}

function sortSome(graph: GraphClient, tenantId: string): Promise<number> {
  return graph.transaction({ tenantId }, async (tx) => {
    const people = await tx.run<{ id: string; name: string }>('org/list_unsorted');
    const rows = people.map(({ id, name }) => ({ id, sortName: toSortName(name) }));
    if (rows.length > 0) await tx.run('org/sort_people', { rows });
    return rows.length;
  });
}
