// checkin org tree: who reports to whom, as indented text.
import type { Command } from 'commander';
import { normalEmail } from '../../src/org/columns.ts';
import { nobody } from '../../src/org/find-person.ts';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { allPeople } from '../../src/org/people.ts';
import { lineOf, treeOf, type TreeStep } from '../../src/org/tree.ts';
import { tenantOption } from '../command-tree.ts';
import { connected } from '../connect.ts';
import { counted } from '../../src/pluralize.ts';
import { print, printJson, tell } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--from <email>', 'begin with this person', normalEmail)
    .option('--json', 'print everyone in the order of the tree as JSON, with their depth')
    .action(async ({ tenant, from, json }: { tenant: string; from?: string; json?: true }) => {
      const people = await connected(async ({ graph }) =>
        graph.transaction({ tenantId: await findTenantId(graph, tenant) }, allPeople),
      );
      if (from !== undefined && !people.some(({ email }) => email === from)) throw nobody(from);
      const { steps, unreached } = treeOf(people, from);
      if (json) await printJson(steps.map(objectOf));
      else for (const step of steps) await print(lineOf(step));
      if (unreached > 0)
        tell(`Not shown: ${counted(unreached, 'person', 'people')} in or below a cycle; see "checkin org check".`);
    });
}

function objectOf({ person, depth }: TreeStep): Record<string, unknown> {
  const { id, email, name, jobTitle, team, managerEmails } = person;
  return {
    depth,
    id,
    email,
    name,
    jobTitle: jobTitle || null,
    team: team || null,
    managerEmail: managerEmails[0] ?? null,
  };
}
