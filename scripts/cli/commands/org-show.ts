// checkin org show: shows a person, the managers above them and their direct reports.
import type { Command } from 'commander';
import { showPerson, type Colleague } from '../../../src/org/find-person.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the person as JSON')
    .action(async (email: string, { tenant, json }: { tenant: string; json?: true }) => {
      const person = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId }) =>
        showPerson(graph, tenantId, email),
      );
      if (json) return printJson(person);
      const { managers, reports, roles, active, ...texts } = person;
      const lines = [
        ...Object.entries(texts).map(([name, text]) => [name, text ?? 'none']),
        ['roles', roles.join(',') || 'none'],
        ['active', String(active)],
        ...managers.map((manager) => ['manager', ...formatCells(manager)]),
        ...reports.map((report) => ['report', ...formatCells(report)]),
      ];
      for (const line of lines) await print(line.join('\t').replaceAll('\n', ' '));
    });
}

function formatCells({ email, name, jobTitle, active }: Colleague): string[] {
  return [email, name, jobTitle ?? '', ...(active ? [] : ['inactive'])];
}
