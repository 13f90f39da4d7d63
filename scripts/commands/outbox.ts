// checkin outbox …: what waits to be told, what is given up, and another try for it.
import { Option, type Command } from 'commander';
import { connected } from '../connect.ts';
import { findTenant } from '../org/tenants.ts';
import { counted, print, tell } from '../output.ts';

const shownAtOnce = 1_000;

type Listed = { id: string; type: string; status: string; attempts: number; error?: string; createdAt: string };

/** Adds `outbox ls` and `outbox retry`. */
export function addOutbox(program: Command): void {
  const outbox = program.command('outbox').description('look at events on their way to people, and revive dead ones');

  outbox
    .command('ls')
    .description(
      `list a tenant's events, the oldest ${shownAtOnce.toLocaleString('en')}: dead ones unless told otherwise`,
    )
    .requiredOption('--tenant <slug>', 'the tenant')
    .addOption(new Option('--status <status>', 'which').choices(['dead', 'pending', 'done']).default('dead'))
    .option('--json', 'print them as JSON')
    .action(async ({ tenant, status, json }: { tenant: string; status: string; json?: true }) => {
      const events = await connected(async ({ graph }) => {
        const { id: tenantId } = await findTenant(graph, tenant);
        return graph.transaction({ tenantId }, (tx) => tx.run<{ event: Listed }>('outbox/list', { status }));
      });
      const rows = events.map(({ event }) => event);
      if (json) return print(JSON.stringify(rows, null, 2));
      for (const { id, type, createdAt, attempts, error = '' } of rows) {
        await print([id, type, createdAt, counted(attempts, 'attempt'), error].join('\t'));
      }
      tell(`${counted(rows.length, `${status} event`)} in ${tenant}.`);
    });

  outbox
    .command('retry [ids...]')
    .description('let dead events be tried again: those of these ids, or all of the tenant')
    .requiredOption('--tenant <slug>', 'the tenant')
    .action(async (ids: string[], { tenant }: { tenant: string }) => {
      const revived = await connected(async ({ graph }) => {
        const { id: tenantId } = await findTenant(graph, tenant);
        const wish = { ids: ids.length > 0 ? ids : null, now: new Date().toISOString() };
        return graph.bind({ tenantId }).write<{ revived: number }>('outbox/retry', wish);
      });
      tell(`${counted(revived?.revived ?? 0, 'event')} of ${tenant} will be tried again.`);
    });
}
