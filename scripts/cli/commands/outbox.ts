// checkin outbox ls, retry, hold, release: what waits to be sent, and what could not be.
import { Option, type Command } from 'commander';
import { holdAfterRestore, releaseEvents } from '../../../src/features/personal-data/hold-after-restore.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';
import { withCaller } from '../caller.ts';
import { addTenantOptions, tenantOption, type TenantOptions } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { print, printJson, logToStderr } from '../output.ts';

export const define = { ls: defineLs, retry: defineRetry, hold: defineHold, release: defineRelease };

type OutboxEvent = { id: string; type: string; status: string; attempts: number; error?: string; createdAt: string };

function defineLs(command: Command): void {
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
        graph.transaction({ tenantId }, (tx) => tx.rows<{ event: OutboxEvent }>('outbox/list', { status })),
      );
      const rows = events.map(({ event }) => event);
      if (json) return printJson(rows);
      for (const { id, type, createdAt, attempts, error = '' } of rows) {
        await print([id, type, createdAt, pluralize(attempts, 'attempt'), error].join('\t'));
      }
      logToStderr(`${pluralize(rows.length, `${status} event`)} in ${tenant}.`);
    });
}

function defineRetry(command: Command): void {
  addTenantOptions(command, 'the count').action(async (ids: string[], { tenant, json }: TenantOptions) => {
    const result = await withCaller(tenant, 'operator', async ({ own, record }) => {
      await record('outbox.retry');
      const params = { ids: ids.length > 0 ? ids : null, now: new Date().toISOString() };
      return own.write<{ revived: number }>('outbox/retry', params);
    });
    const revived = result?.revived ?? 0;
    if (json) await printJson({ revived });
    logToStderr(`${pluralize(revived, 'event')} of ${tenant} will be retried.`);
  });
}

function defineHold(command: Command): void {
  command.option('--json', 'print the count as JSON').action(async ({ json }: { json?: true }) => {
    const events = await withConnection(({ graph }) => holdAfterRestore(graph, new Date()));
    if (json) await printJson({ events });
    logToStderr(`${pluralize(events, 'event is', 'events are')} on hold until "checkin outbox release".`);
  });
}

function defineRelease(command: Command): void {
  command
    .option('--tenant <slug>', 'only the events of this tenant')
    .option('--json', 'print the count as JSON')
    .action(async ({ tenant, json }: { tenant?: string; json?: true }) => {
      const events = await withConnection(async ({ graph }) => {
        const tenantId = tenant === undefined ? null : await findTenantId(graph, tenant);
        return releaseEvents(graph, tenantId, new Date());
      });
      if (json) await printJson({ events });
      logToStderr(`${pluralize(events, 'event')} released.`);
    });
}
