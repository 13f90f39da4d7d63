// checkin webhook add: creates a webhook, as the operator.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { readServiceSecret } from '../../src/http/token-keys.ts';
import { changeTypeNames } from '../../src/model/changes.ts';
import { findTenantId } from '../../src/org/find-tenant.ts';
import { createSecretBox, createWebhookSecret } from '../../src/webhooks/secrets.ts';
import { findUrlFault } from '../../src/webhooks/send.ts';
import { maxWebhooks } from '../../src/webhooks/limits.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { logToStderr, print, printJson } from '../output.ts';

type Options = { tenant: string; types?: string; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--types <list>', 'types of changes, separated by commas; without it, all')
    .option('--json', 'print id and secret as JSON')
    .action(async (url: string, { tenant, types: list, json }: Options) => {
      const types = list === undefined ? [] : [...new Set(list.split(','))];
      const unknown = types.filter((type) => !changeTypeNames.some((name) => name === type));
      if (unknown.length > 0) {
        command.error(`error: --types must be some of ${changeTypeNames.join(', ')}`, { exitCode: 2 });
      }
      await withConnection(async ({ graph, config }) => {
        const fault = findUrlFault(url, { allowLoopback: config.WEBHOOKS_TO_LOOPBACK === 'allow' });
        if (fault !== null) throw new Error(`The address ${fault}.`);
        const tenantId = await findTenantId(graph, tenant);
        const secret = createWebhookSecret();
        const sealed = createSecretBox(await readServiceSecret(config)).seal(secret);
        const [webhookId, now] = [randomUUID(), new Date().toISOString()];
        const params = {
          webhookId,
          auditId: randomUUID(),
          url,
          types,
          secret: sealed,
          now,
          maxWebhooks,
          asOperator: true,
          permittedRoles: [],
        };
        const [created] = await graph.transaction({ tenantId, userId: 'operator' }, (tx) =>
          tx.run<{ isFull: boolean }>('webhooks/create', params),
        );
        if (created?.isFull) throw new Error(`${tenant} has ${maxWebhooks} webhooks, which is the limit.`);
        await (json ? printJson({ id: webhookId, secret }) : print(secret));
        logToStderr(`Webhook ${webhookId} created. Its secret is not shown again.`);
      });
    });
}
