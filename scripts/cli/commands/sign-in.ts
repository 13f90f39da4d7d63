// checkin sign-in: signs in at the company's identity provider; later commands act as this person.
import { setTimeout as pause } from 'node:timers/promises';
import type { Command } from 'commander';
import { findTenant } from '../../../src/features/organisation/tenants/tenants.ts';
import { findUser } from '../caller.ts';
import { tenantOption } from '../command-tree.ts';
import { connect } from '../connect.ts';
import { logToStderr } from '../output.ts';
import { keepToken, signInByCode } from '../sign-in.ts';
import { listProviders } from './identity-providers.ts';

type Options = { tenant: string; client: string; issuer?: string; scope: string };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .requiredOption('--client <id>', 'the client of commands at the provider, which may sign in by device code')
    .option('--issuer <address>', 'one of several providers of the tenant')
    .option('--scope <scope>', 'what to ask the provider for', 'openid email profile')
    .action(async ({ tenant: slug, client: clientId, issuer, scope }: Options) => {
      const connection = await connect();
      const { graph, config } = connection;
      try {
        const tenant = await findTenant(graph, slug);
        const providers = await listProviders(graph.bind({ tenantId: tenant.id, userId: 'operator' }));
        const [provider, ...others] = providers.filter((one) => issuer === undefined || one.issuer === issuer);
        if (!provider)
          throw new Error(`${slug} has no ${issuer ? 'such ' : ''}identity provider: checkin tenant idp ls.`);
        if (others.length > 0) throw new Error(`${slug} has several identity providers: choose one with --issuer.`);
        const token = await signInByCode({ ...provider, clientId, scope }, logToStderr, pause);
        await findUser({ graph, config, tenant }, token);
        const expiresAt = await keepToken(token);
        logToStderr(`Commands act as you until ${expiresAt.toISOString()}, or until "checkin sign-out".`);
      } finally {
        await connection.close();
      }
    });
}
