// checkin outbox retry: retries dead outbox events.
import type { Command } from 'commander';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the count as JSON')
    .action(async (ids: string[], { tenant, json }: { tenant: string; json?: true }) => {
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
