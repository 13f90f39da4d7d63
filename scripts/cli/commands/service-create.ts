// checkin service create: creates a token for a service.
import { randomUUID } from 'node:crypto';
import { Option, type Command } from 'commander';
import { serviceScopes, type ServiceScope } from '../../../src/access/permissions.ts';
import { createServiceToken, serviceNamePattern } from '../../../src/identity/service-tokens.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson } from '../output.ts';

type Options = { tenant: string; scope: ServiceScope[]; days: string; json?: true };
const dayMs = 24 * 60 * 60_000;

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(new Option('--scope <scopes...>', 'what it may do').choices(serviceScopes).makeOptionMandatory())
    .option('--days <number>', 'the lifetime, 1 to 3650', '365')
    .option('--json', 'print id, token and expiry as JSON')
    .action(async (name: string, { tenant, scope, days, json }: Options) => {
      if (!serviceNamePattern.test(name))
        command.error('error: a service name has lowercase letters, digits and hyphens', { exitCode: 2 });
      if (!/^[1-9]\d{0,3}$/.test(days) || Number(days) > 3650)
        command.error('error: --days must be a number from 1 to 3650', { exitCode: 2 });
      await withCaller(tenant, 'operator', async ({ own }) => {
        const now = Date.now();
        const expiresAt = new Date(now + Number(days) * dayMs).toISOString();
        const context = { now: new Date(now).toISOString(), newId: () => randomUUID() };
        const created = await createServiceToken(own, { name, scopes: [...new Set(scope)], expiresAt }, context);
        if (!created) throw new Error('The tenant no longer exists.');
        await (json ? printJson({ ...created, expiresAt }) : print(created.token));
        logToStderr(`Token ${created.id} of ${name} created, until ${expiresAt.slice(0, 10)}. It is not shown again.`);
      });
    });
}
