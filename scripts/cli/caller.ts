// Who a command acts as: the person of CHECKIN_TOKEN, or who signed in, by the rules of the API; else the operator.
import { randomUUID } from 'node:crypto';
import { permit, type Permission, type Standing } from '../../src/platform/access/permissions.ts';
import { createCallerGraph } from '../../src/platform/access/caller-graph.ts';
import type { Config } from '../../src/platform/config/config.ts';
import type { Language } from '../../src/platform/lib/languages.ts';
import { chooseLanguage } from '../../src/platform/settings/settings.ts';
import type { AuditValues } from '../../src/platform/schema/audit.ts';
import type { Graph, GraphClient } from '../../src/platform/graph/client.ts';
import { operator, toAdmin, toScope, type Actor } from '../../src/features/organisation/people/actor.ts';
import { operatorWithinMs } from '../../src/features/organisation/people/move-people.ts';
import { findTenant, type Tenant } from '../../src/features/organisation/tenants/tenants.ts';
import { assertOperator, connect, type Connection } from './connect.ts';
import { readToken } from './sign-in.ts';

export type Acting = Connection & {
  tenant: Tenant;
  tenantId: string;
  /** Makes the changes of `src/features/`. */
  by: Actor;
  /** True for the operator, who needs no permission. */
  asOperator: boolean;
  /** The language of the person, as of their notifications; English for the operator. */
  language: Language;
  /** The graph as the caller sees it. */
  own: Graph;
  /** Writes the audit entry of a change that makes none itself; before it, so that it is there whatever happens then. */
  record: (action: string, facts?: AuditFacts) => Promise<void>;
};
type AuditFacts = { userId?: string } & AuditValues;

/**
 * Connects, finds the tenant, and runs the work of a command. `permission` is that of the same function of the API, null
 * if the queries decide; what the API does not have is for the `operator`.
 *
 * @throws {Error} for a token that is not of an active person of this tenant
 * @throws {ApiError} UNAUTHENTICATED, FORBIDDEN
 */
export async function withCaller<T>(
  slug: string,
  permission: Permission | 'operator' | null,
  work: (acting: Acting) => Promise<T>,
): Promise<T> {
  const token = readToken();
  if (permission === 'operator') assertOperator();
  const connection = await connect();
  try {
    const { graph, config } = connection;
    const tenant = await findTenant(graph, slug);
    const by = token ? toAdmin(await findUser({ graph, config, tenant }, token), 'command_line') : operator;
    const bound = graph.bind({ ...toScope(tenant.id, by), withinMs: operatorWithinMs });
    const asOperator = by === operator;
    const own = asOperator ? bound : createCallerGraph(bound);
    let language: Language = 'en';
    if (!asOperator) {
      const caller = await own.one<{ standing: Standing; languages: (string | null)[] }>('access/caller');
      const { standing } = caller;
      language = chooseLanguage(caller.languages.join(), language);
      if (permission !== null && permission !== 'operator') permit(standing, permission);
    }
    const record: Acting['record'] = async (action, facts = {}) => {
      const entries = [{ id: randomUUID(), action, facts }];
      await own.write('audit/record', { entries, now: new Date().toISOString() });
    };
    return await work({ ...connection, tenant, tenantId: tenant.id, by, asOperator, language, own, record });
  } finally {
    await connection.close();
  }
}

/** The id of the person whom a token stands for. @throws {Error} unless it is a person of the tenant */
export async function findUser(
  { graph, config, tenant }: { graph: GraphClient; config: Config; tenant: Tenant },
  token: string,
): Promise<string> {
  const [
    { default: pino },
    { createCallerFinder },
    { createLocalKeySource, createRemoteKeySource },
    { openSignIn },
    { openIdentitySettings },
    { serviceTokenPattern },
  ] = await Promise.all([
    import('pino'),
    import('../../src/platform/http/caller/find-caller.ts'),
    import('../../src/platform/http/caller/token-keys.ts'),
    import('../../src/features/identity/open-sign-in.ts'),
    import('../../src/features/identity/settings.ts'),
    import('../../src/features/identity/service-tokens.ts'),
  ]);
  // it is not looked up: that would note its use, while the command closes its connection
  if (serviceTokenPattern.test(token)) throw new Error('The token is of a service; commands take that of a person.');
  const log = pino({ level: 'silent' });
  const findCaller = createCallerFinder({
    keys: config.TOKEN_JWKS_URL
      ? createRemoteKeySource(config.TOKEN_JWKS_URL, log)
      : await createLocalKeySource(config.TOKEN_KEY_FILE ?? ''),
    token: { issuer: config.TOKEN_ISSUER, audience: config.TOKEN_AUDIENCE },
    signIn: openSignIn({ graph, log, now: () => new Date(), ...openIdentitySettings(config) }),
  });
  const caller = await findCaller(token, 'the command line');
  if (caller.kind !== 'user') throw new Error('The token is of a service; commands take that of a person.');
  if (caller.tenantId !== tenant.id) throw new Error(`The token is not of the tenant ${tenant.slug}.`);
  return caller.userId;
}
