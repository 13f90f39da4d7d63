// checkin token: prints a token for a person or a service, signed with the key file.
import { Option, type Command } from 'commander';
import { serviceScopes } from '../../../src/platform/access/permissions.ts';
import { serviceNamePattern } from '../../../src/features/identity/service-tokens.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { withConnection } from '../connect.ts';
import { print, printJson } from '../output.ts';
import { signForPerson, signRecorded, type Claims } from '../sign-token.ts';

/** Nothing revokes such a token but another key. */
const mostDays = 31;
const unitsOfDay = { s: 86_400, m: 1_440, h: 24, d: 1 };

type Options = { tenant: string; expires: string; service?: string; scope?: string; json?: true };

export function define(command: Command): void {
  command
    .addOption(tenantOption())
    .option('--expires <duration>', `the lifetime, such as 30m, 8h or 7d, at most ${mostDays}d`, '8h')
    .option('--service <name>', 'for a service instead of a person; needs --scope')
    .addOption(new Option('--scope <scope>', 'the permission of the service').choices(serviceScopes))
    .option('--json', 'print the token as JSON, with its claims and expiry')
    .action(async (email: string | undefined, { tenant, expires, service, scope, json }: Options) => {
      const misuse = findMisuse(email, {
        tenant,
        expires,
        ...(service !== undefined && { service }),
        ...(scope && { scope }),
      });
      if (misuse) command.error(`error: ${misuse}`, { exitCode: 2 });
      await withConnection(async (connection) => {
        const id = await findTenantId(connection.graph, tenant);
        const claims = { sub: `service:${service}`, tenant: id, ...(scope && { scope }) };
        const token =
          email === undefined
            ? await signRecorded(connection, claims, { expires, service, scope })
            : await signForPerson(connection, { email, tenant, expires });
        await (json ? printJson({ token, ...readClaims(token) }) : print(token));
      });
    });
}

/** Reads the claims and the expiry of a token without verifying it. */
function readClaims(token: string): Claims & { expiresAt: string } {
  const claims = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims & { exp: number };
  const { sub, tenant, scope, exp } = claims;
  return { sub, tenant, ...(scope && { scope }), expiresAt: new Date(exp * 1000).toISOString() };
}

function findMisuse(email: string | undefined, { expires, service, scope }: Options): string | null {
  if ((email === undefined) === (service === undefined)) return 'give either an e-mail address or a --service';
  if (service !== undefined && !serviceNamePattern.test(service)) {
    return 'a service name has lowercase letters, digits and hyphens';
  }
  if ((service === undefined) !== (scope === undefined)) return '--service and --scope must be used together';
  const [, count, unit] = /^([1-9]\d{0,6})([smhd])$/.exec(expires) ?? [];
  if (!unit || Number(count) > mostDays * unitsOfDay[unit as keyof typeof unitsOfDay])
    return `--expires must be a duration such as 30m, 8h or 7d, at most ${mostDays}d`;
  return null;
}
