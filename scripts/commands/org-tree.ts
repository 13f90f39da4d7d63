// checkin org tree: who reports to whom, as indented text.
import type { Command } from 'commander';
import { connected } from '../connect.ts';
import { normalEmail } from '../org/columns.ts';
import { nobody } from '../org/find-person.ts';
import { allPeople } from '../org/people.ts';
import { findTenant } from '../org/tenants.ts';
import { treeOf } from '../org/tree.ts';
import { counted, print, tell } from '../output.ts';

/** Adds `org tree`. */
export function addOrgTree(org: Command): void {
  org
    .command('tree')
    .description('print who reports to whom, as indented text')
    .requiredOption('--tenant <slug>', 'the tenant')
    .option('--from <email>', 'begin with this person', normalEmail)
    .action(async ({ tenant, from }: { tenant: string; from?: string }) => {
      const people = await connected(async ({ graph }) => {
        const { id } = await findTenant(graph, tenant);
        return graph.transaction({ tenantId: id }, allPeople);
      });
      if (from !== undefined && !people.some(({ email }) => email === from)) throw nobody(from);
      const { lines, unreached } = treeOf(people, from);
      for (const line of lines) await print(line);
      if (unreached > 0)
        tell(`Not shown: ${counted(unreached, 'person', 'people')} in or below a cycle; see "checkin org check".`);
    });
}
