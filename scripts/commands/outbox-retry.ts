// checkin outbox retry: gives dead events another try.
import type { Command } from 'commander';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { connected } from '../connect.ts';
import { counted } from '../../src/pluralize.ts';
import { printJson, tell } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print how many as JSON')
    .action(async (ids: string[], { tenant, json }: { tenant: string; json?: true }) => {
      const outcome = await connected(async ({ graph }) => {
        const tenantId = await findTenantId(graph, tenant);
        const wish = { ids: ids.length > 0 ? ids : null, now: new Date().toISOString() };
        return graph.bind({ tenantId }).write<{ revived: number }>('outbox/retry', wish);
      });
      const revived = outcome?.revived ?? 0;
      if (json) await printJson({ revived });
      tell(`${counted(revived, 'event')} of ${tenant} will be tried again.`);
    });
}
