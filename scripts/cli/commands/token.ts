// checkin token: prints a token for a person or a service, signed with the key file.
import { Option, type Command } from 'commander';
import { serviceScopes } from '../../../src/platform/access/permissions.ts';
import { signToken } from '../../../src/platform/http/caller/token-keys.ts';
import { serviceNamePattern } from '../../../src/features/identity/service-tokens.ts';
import { normalizeEmail } from '../../../src/features/organisation/import/columns.ts';
import { findPerson } from '../../../src/features/organisation/people/find-person.ts';
import { findTenantId } from '../../../src/features/organisation/tenants/find-tenant.ts';
import { tenantOption } from '../command-tree.ts';
import { recordOfOperator, withConnection } from '../connect.ts';
import { print, printJson } from '../output.ts';

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
      await withConnection(async ({ graph, config }) => {
        const { TOKEN_KEY_FILE, TOKEN_ISSUER: issuer, TOKEN_AUDIENCE: audience } = config;
        if (!TOKEN_KEY_FILE)
          throw new Error('Tokens come from your identity provider (TOKEN_JWKS_URL); request one there.');
        const id = await findTenantId(graph, tenant);
        const subject = email === undefined ? `service:${service}` : await findActivePerson(graph, id, email);
        const claims = { sub: subject, tenant: id, ...(scope && { scope }) };
        // The values of the audit entry are made here without the schemas, because a command as short as this one loads none.
        const values = Object.entries({ expires, service, scope }).flatMap(([field, value]) =>
          value === undefined ? [] : [[field, value] as const],
        );
        const facts = {
          ...(email !== undefined && { userId: subject }),
          valueNames: values.map(([field]) => field),
          valuesBefore: values.map(() => ''),
          valuesAfter: values.map(([, value]) => value),
        };
        await recordOfOperator(graph, id, 'token.sign', facts);
        const token = await signToken(TOKEN_KEY_FILE, claims, { issuer, audience }, expires);
        await (json ? printJson({ token, ...claims, expiresAt: readExpiry(token) }) : print(token));
      });
    });
}

/** Reads the expiry of a token without verifying it. */
function readExpiry(token: string): string {
  const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { exp: number };
  return new Date(exp * 1000).toISOString();
}

async function findActivePerson(
  graph: Parameters<typeof findPerson>[0],
  tenantId: string,
  email: string,
): Promise<string> {
  const person = await findPerson(graph, tenantId, email);
  if (!person.active) throw new Error(`${normalizeEmail(email)} is inactive; a token would be rejected.`);
  return person.id;
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
