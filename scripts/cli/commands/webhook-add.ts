// checkin webhook add: creates a webhook, as the operator.
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import { changeTypeNames } from '../../../src/model/changes.ts';
import { createSecretBox } from '../../../src/secrets/secret-box.ts';
import { readServiceKeys } from '../../../src/secrets/service-keys.ts';
import { createWebhook, maxWebhooks } from '../../../src/webhooks/manage-webhooks.ts';
import { findUrlFault } from '../../../src/lib/outside-addresses.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
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
      await withCaller(tenant, 'webhook:manage', async ({ own, asOperator, config }) => {
        const fault = findUrlFault(url, { allowLoopback: config.WEBHOOKS_TO_LOOPBACK === 'allow' });
        if (fault !== null) throw new Error(`The address ${fault}.`);
        const secrets = createSecretBox(await readServiceKeys(config));
        const context = { secrets, now: new Date().toISOString(), newId: () => randomUUID(), asOperator };
        const created = await createWebhook(own, { url, types }, context);
        if (!created) throw new Error('The tenant no longer exists.');
        const { webhook, secret } = created;
        if (!webhook) throw new Error(`${tenant} has ${maxWebhooks} webhooks, which is the limit.`);
        await (json ? printJson({ id: webhook.id, secret }) : print(secret));
        logToStderr(`Webhook ${webhook.id} created. Its secret is not shown again.`);
      });
    });
}
