// checkin org tree: prints the reporting lines as indented text.
import type { Command } from 'commander';
import { normalizeEmail } from '../../../src/org/columns.ts';
import { personNotFound } from '../../../src/org/find-person.ts';
import { readAllPeople } from '../../../src/org/people.ts';
import { formatTreeLine, listTree, type TreeStep } from '../../../src/org/tree.ts';
import { asOfOption, toViewParams } from '../as-of.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { print, printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--from <email>', 'start with this person', normalizeEmail)
    .addOption(asOfOption())
    .option('--json', 'print the people in tree order as JSON, with their depth')
    .action(async ({ tenant: slug, from, asOf, json }: Options) => {
      const people = await withCaller(slug, 'organisation:manage', ({ graph, tenant }) => {
        const view = toViewParams(asOf, tenant, new Date().toISOString());
        return graph.transaction({ tenantId: tenant.id }, (tx) => readAllPeople(tx, view));
      });
      if (from !== undefined && !people.some(({ email }) => email === from)) throw personNotFound(from);
      const { steps, unreached } = listTree(people, from);
      if (json) await printJson(steps.map(toJson));
      else for (const step of steps) await print(formatTreeLine(step));
      if (unreached > 0)
        logToStderr(
          `Not shown: ${pluralize(unreached, 'person', 'people')} in or below a cycle; see "checkin org check".`,
        );
    });
}

type Options = { tenant: string; from?: string; asOf?: string; json?: true };

function toJson({ person, depth }: TreeStep): Record<string, unknown> {
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
