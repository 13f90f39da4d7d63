// Signs the tokens that the operator gives out, and notes each in the audit log of its tenant.
import { writeScope } from '../../src/platform/http/addresses.ts';
import { signToken } from '../../src/platform/http/caller/token-keys.ts';
import { findPerson } from '../../src/features/organisation/people/find-person.ts';
import { findTenantId, findTenantOf } from '../../src/features/organisation/tenants/find-tenant.ts';
import { normalizeEmail } from '../../src/features/organisation/import/columns.ts';
import { recordOfOperator, type Connection } from './connect.ts';

/** Who a token is for. */
export type Claims = { sub: string; tenant: string; scope?: string };

/**
 * Signs a token with the key file, after an audit entry of the operator.
 *
 * @param facts `userId` of a person; what the audit log says about the token
 * @throws {Error} without a key file
 */
export async function signRecorded(
  { graph, config }: Pick<Connection, 'graph' | 'config'>,
  claims: Claims,
  { userId, ...values }: { userId?: string; expires: string; service?: string | undefined; scope?: string | undefined },
): Promise<string> {
  const { TOKEN_KEY_FILE, TOKEN_ISSUER: issuer, TOKEN_AUDIENCE: audience } = config;
  if (!TOKEN_KEY_FILE) throw new Error('Tokens come from your identity provider (TOKEN_JWKS_URL); request one there.');
  // The values of the audit entry are made here without the schemas, because a command as short as this one loads none.
  const given = Object.entries(values).flatMap(([field, value]) =>
    value === undefined ? [] : [[field, value] as const],
  );
  await recordOfOperator(graph, claims.tenant, 'token.sign', {
    ...(userId !== undefined && { userId }),
    valueNames: given.map(([field]) => field),
    valuesBefore: given.map(() => ''),
    valuesAfter: given.map(([, value]) => value),
  });
  return signToken(TOKEN_KEY_FILE, claims, { issuer, audience }, values.expires);
}

/**
 * Signs a token for an active person.
 *
 * @param person.tenant a slug; without it, the only tenant in which somebody active has the address
 * @throws {Error} if nobody is meant, or several are
 */
export async function signForPerson(
  connection: Pick<Connection, 'graph' | 'config'>,
  { email, tenant: slug, expires }: { email: string; tenant: string | undefined; expires: string },
): Promise<string> {
  const { graph } = connection;
  const tenant =
    slug === undefined ? await findTenantOf(graph, normalizeEmail(email)) : await findTenantId(graph, slug);
  const { id: sub, active } = await findPerson(graph, tenant, email);
  if (!active) throw new Error(`${normalizeEmail(email)} is inactive; a token would be rejected.`);
  return signRecorded(connection, { sub, tenant, scope: writeScope }, { userId: sub, expires });
}
