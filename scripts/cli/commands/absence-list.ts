// checkin absence list: prints a tenant's absences in the format of an import.
import type { Command } from 'commander';
import { formatCsvRows } from '../../../src/lib/list-format.ts';
import { readAbsences, type AbsenceFacts } from '../../../src/org/absences.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { write } from '../output.ts';

export function define(command: Command): void {
  command.addOption(tenantOption()).action(async ({ tenant }: { tenant: string }) => {
    const people = await withCaller(tenant, 'organisation:manage', ({ graph, tenantId }) =>
      graph.transaction({ tenantId }, (tx) => tx.run<AbsenceFacts>('absences/list', { emails: null })),
    );
    const rows = people.flatMap((person) => readAbsences(person).map(({ from, to }) => [person.email, from, to]));
    await write(formatCsvRows([['email', 'from', 'to'], ...rows]));
  });
}
