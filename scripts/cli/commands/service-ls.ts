// checkin service ls: lists the tokens of a tenant's services.
import type { Command } from 'commander';
import type { ServiceToken } from '../../../src/identity/service-tokens.ts';
import { pluralize } from '../../../src/lib/pluralize.ts';
import { tenantOption } from '../command-tree.ts';
import { withCaller } from '../caller.ts';
import { logToStderr, print, printJson } from '../output.ts';

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--json', 'print the tokens as JSON')
    .action(async ({ tenant, json }: { tenant: string; json?: true }) => {
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
