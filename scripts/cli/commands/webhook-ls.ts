// checkin webhook ls: lists the webhooks of a tenant.
import type { Command } from 'commander';
import type { Webhook } from '../../../src/model/index.ts';
import { findTenantId } from '../../../src/org/find-tenant.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { maxWebhooks } from '../../../src/webhooks/limits.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr, print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the webhooks as JSON')
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
      const webhooks = await withConnection(async ({ graph }) => {
        const tenantId = await findTenantId(graph, tenant);
        const params = { after: null, limit: maxWebhooks, asOperator: true, permittedRoles: [] };
        const { items } = await graph
          .bind({ tenantId, userId: 'operator' })
          .one<{ items: (Webhook & { position: unknown })[] }>('webhooks/list', params);
        return items.map((item) => ({ ...item, position: undefined })); // JSON leaves it out
      });
      if (json) return printJson(webhooks);
      for (const { id, status, disabledReason, url, types } of webhooks) {
        const state = disabledReason === undefined ? status : `${status} (${disabledReason})`;
        await print([id, state, url, types.join(',') || 'all types'].join('\t'));
      }
      logToStderr(`${pluralize(webhooks.length, 'webhook')} in ${tenant}.`);
    });
}
