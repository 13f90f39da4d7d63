// checkin outbox retry: retries dead outbox events.
import type { Command } from 'commander';
import { findTenantId } from '../../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { printJson, logToStderr } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the count as JSON')
    .action(async (ids: string[], { tenant, json }: { tenant: string; json?: true }) => {
      const result = await withConnection(async ({ graph }) => {
        const tenantId = await findTenantId(graph, tenant);
        const params = { ids: ids.length > 0 ? ids : null, now: new Date().toISOString() };
        return graph.bind({ tenantId }).write<{ revived: number }>('outbox/retry', params);
      });
      const revived = result?.revived ?? 0;
      if (json) await printJson({ revived });
      logToStderr(`${pluralize(revived, 'event')} of ${tenant} will be retried.`);
    });
}
