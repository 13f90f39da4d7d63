// Measures GET summary with tokens of a company's identity provider, and with our own, in turn, of the same callers.
import { randomUUID } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { createProvider } from '../../../src/features/identity/manage-providers.ts';
import { startIdentityProvider } from '../../stack/identity-provider.ts';
import { sized } from './form.ts';
import { measureConcurrent, type RequestSpec, type Rounds } from './measure.ts';
import { logProgress } from './progress.ts';
import { createReads, signTokens, type Caller } from './request-specs.ts';
import { untilReady } from './service.ts';
import type { Suite } from './suite.ts';
import { printRates } from './tables.ts';

const rounds: Rounds[] = sized([16, 64], [16]).map((clients) => ({
  clients,
  warmUp: 1,
  rounds: sized(15, 3),
  seconds: sized(0.6, 0.2),
}));
const warmUp: Rounds = { clients: 16, warmUp: sized(8, 1), rounds: 0, seconds: 1 };
const audience = 'bench';

/** Measures and prints. */
export async function measureSignIn(suite: Suite): Promise<void> {
  const population = await suite.small();
  const { tenantId, managersOfEight } = population;
  const idp = await startIdentityProvider({
    port: 0,
    clientId: '-',
    redirectUris: ['http://127.0.0.1/'],
    audience,
    accounts: [],
  });
  await suite.graph.statement('MATCH (u:User {tenantId: $tenantId}) SET u.externalId = u.id', { tenantId });
  const operator = suite.graph.bind({ tenantId, userId: 'operator' });
  const context = { now: new Date().toISOString(), newId: () => randomUUID(), proof: 'operator' as const };
  await createProvider(operator, { issuer: idp.issuer, audience, personClaim: 'sub' }, context);
  const server = await suite.startServer();
  await untilReady(new URL(server.url).origin);

  const own = await signTokens(suite, tenantId, managersOfEight);
  const key = await importJWK(idp.key, 'RS256');
  const sign = ({ id }: { id: string }): Promise<string> =>
    new SignJWT({
      email: `${id}@bench.example`,
      email_verified: true,
      scope: 'openid email profile',
      client_id: 'page',
    })
      .setProtectedHeader({ alg: 'RS256', typ: 'at+jwt', kid: idp.key.kid ?? '' })
      .setIssuer(idp.issuer)
      .setAudience(audience)
      .setSubject(id)
      .setJti(randomUUID())
      .setIssuedAt()
      .setExpirationTime('4h')
      .sign(key);
  const signedIn: Caller[] = [];
  for (const manager of managersOfEight) signedIn.push({ ...manager, token: await sign(manager) });
  const createSpec = (name: string, callers: Caller[]): RequestSpec => {
    const [spec] = createReads(population, callers);
    if (!spec) throw new Error('There is no request to measure.');
    return { ...spec, name: `${spec.name}, ${name}` };
  };
  const ours = createSpec('our own token', own);
  const theirs = createSpec('token of a provider', signedIn);
  const target = { url: server.url, token: '' };
  const pids = [server.pid];
  logProgress('sign-in: warming up');
  await measureConcurrent(target, [ours, theirs], warmUp, { pids });
  await printRates({
    title: 'Request',
    target,
    specs: [ours, theirs],
    rounds,
    observed: { pids },
    ratios: [{ of: 'perSecond', floor: ours.name }],
    aim: (name) => (name === theirs.name ? '≥ 0.95' : ''),
  });
  await server.stop();
  await idp.stop();
}
