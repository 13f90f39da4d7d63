// checkin service create, ls, revoke: the tokens of services.
import { randomUUID } from 'node:crypto';
import { Option, type Command } from 'commander';
import { serviceScopes, type ServiceScope } from '../../../src/platform/access/permissions.ts';
import {
  createServiceToken,
  serviceNamePattern,
  type ServiceToken,
} from '../../../src/features/identity/service-tokens.ts';
import { pluralize } from '../../../src/platform/lib/pluralize.ts';
import { withCaller } from '../caller.ts';
import { addTenantOptions, tenantOption, type TenantOptions } from '../command-tree.ts';
import { logToStderr, print, printJson } from '../output.ts';

export const define = { create: defineCreate, ls: defineLs, revoke: defineRevoke };

type CreateOptions = { tenant: string; scope: ServiceScope[]; days: string; json?: true };
const dayMs = 24 * 60 * 60_000;

function defineCreate(command: Command): void {
  command
    .addOption(tenantOption())
    .addOption(new Option('--scope <scopes...>', 'what it may do').choices(serviceScopes).makeOptionMandatory())
    .option('--days <number>', 'the lifetime, 1 to 3650', '365')
    .option('--json', 'print id, token and expiry as JSON')
    .action(async (name: string, { tenant, scope, days, json }: CreateOptions) => {
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

function defineLs(command: Command): void {
  addTenantOptions(command, 'the tokens').action(async ({ tenant, json }: TenantOptions) => {
    const { tokens } = await withCaller(tenant, 'operator', ({ own }) =>
      own.one<{ tokens: ServiceToken[] }>('identity/list_service_tokens'),
    );
    if (json) return printJson(tokens);
    const now = new Date().toISOString();
    for (const { id, name, scopes, expiresAt, lastUsedAt } of tokens) {
      const expiry = `${expiresAt < now ? 'expired' : 'until'} ${expiresAt.slice(0, 10)}`;
      const use = lastUsedAt === undefined ? 'never used' : `used ${lastUsedAt.slice(0, 16)}Z`;
      await print([id, name, scopes.join(','), expiry, use].join('\t'));
    }
    logToStderr(`${pluralize(tokens.length, 'token')} of services of ${tenant}.`);
  });
}

function defineRevoke(command: Command): void {
  command.addOption(tenantOption()).action(async (tokenId: string, { tenant }: { tenant: string }) => {
    await withCaller(tenant, 'operator', async ({ own }) => {
      const params = { tokenId, auditId: randomUUID(), now: new Date().toISOString() };
      const revoked = await own.write('identity/delete_service_token', params);
      if (!revoked) throw new Error(`${tenant} has no token ${tokenId}.`);
      logToStderr(`Token ${tokenId} is refused from the next request on.`);
    });
  });
}
