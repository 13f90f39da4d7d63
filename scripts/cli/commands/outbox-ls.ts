// checkin outbox ls: lists outbox events by status.
import { Option, type Command } from 'commander';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { print, printJson, logToStderr } from '../output.ts';

type OutboxEvent = { id: string; type: string; status: string; attempts: number; error?: string; createdAt: string };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(
      new Option('--status <status>', 'the status of the events')
        .choices(['dead', 'pending', 'held', 'done'])
        .default('dead'),
    )
    .option('--json', 'print the events as JSON')
    .action(async ({ tenant, status, json }: { tenant: string; status: string; json?: true }) => {
      const events = await withCaller(tenant, 'operator', ({ graph, tenantId }) =>
        graph.transaction({ tenantId }, (tx) => tx.run<{ event: OutboxEvent }>('outbox/list', { status })),
      );
      const rows = events.map(({ event }) => event);
      if (json) return printJson(rows);
      for (const { id, type, createdAt, attempts, error = '' } of rows) {
        await print([id, type, createdAt, pluralize(attempts, 'attempt'), error].join('\t'));
      }
      logToStderr(`${pluralize(rows.length, `${status} event`)} in ${tenant}.`);
    });
}
