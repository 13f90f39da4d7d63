// checkin webhook ls: lists the webhooks of a tenant.
import type { Command } from 'commander';
import { rolesThatManageWebhooks } from '../../../src/access/permissions.ts';
import type { Webhook } from '../../../src/model/index.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { maxWebhooks } from '../../../src/webhooks/manage-webhooks.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the webhooks as JSON')
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
      const webhooks = await withCaller(tenant, 'webhook:manage', async ({ own, asOperator }) => {
        const params = { after: null, limit: maxWebhooks, asOperator, permittedRoles: rolesThatManageWebhooks };
        const { items } = await own.one<{ items: (Webhook & { position: unknown })[] }>('webhooks/list', params);
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
