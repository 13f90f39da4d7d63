// Signing in with tokens of a real identity provider: who is found and bound, and who is refused.
import { createPublicKey, randomUUID, type JsonWebKeyInput } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { JWK } from 'jose';
import { createProvider } from '../../../src/features/identity/manage-providers.ts';
import { hashSubject } from '../../../src/features/identity/sign-in.ts';
import { openSignIn } from '../../../src/features/identity/open-sign-in.ts';
import type { Identity, IdentityProviderInput } from '../../../src/features/identity/schema.ts';
import type { IdentityProvider } from '../../../scripts/stack/identity-provider.ts';
import { company, client, fingerprint, leaveParams, type Answer, type Company } from '../../support/company.ts';
import { audience, identityProvider, signIn } from '../../support/identity-provider.ts';
import { startBeforeCommit } from '../../support/locks.ts';
import { newKey, rawToken, seconds, signed } from '../../support/jwks.ts';
import { service } from '../../support/service.ts';
import { expectRefusal, send } from '../../platform/http/wire.ts';

type Claims = Record<string, unknown>;
type Me = { id: string; message: string };
let aheadMs = 0;
const api = service((services) => ({
  signIn: openSignIn({ ...services, ...services.identity }, () => performance.now() + aheadMs),
}));
const bob = 'bob@example.test';
const account = { email: bob, name: 'Bob', claims: {} };
const idp = identityProvider([account]);
const neighbours = identityProvider([]);
const unknown = identityProvider([]);
const entra = identityProvider([]);
const google = identityProvider([]);

/** A company whose people sign in at `idp` with tokens that name it. */
async function companyWithProvider(change: Partial<IdentityProviderInput> = {}): Promise<Company> {
  const created = await company(api, 'Ada (admin)\n  Bob\n  Cy\n  Dan †');
  const { tenantId } = created;
  const ofTenant = { tenantClaim: 'org_id', tenantValue: tenantId };
  const input = { issuer: idp.issuer, audience, personClaim: 'email' as const, ...ofTenant, ...change };
  const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
  const provider = await createProvider(api.graph.bind({ tenantId, userId: 'operator' }), input, context);
  expect(provider?.provider).to.be.an('object');
  return created;
}

const ask = (token: string): Promise<Answer<Me>> => client(api, () => Promise.resolve(token)).get<Me>('/me');
/** Asks two seconds later: the process has to read the providers again, which tells a change. */
async function askLater(status: number, token: string): Promise<Answer<Me>> {
  aheadMs += 2_001;
  const answer = await ask(token);
  expect(answer.status).to.equal(status);
  return answer;
}
const claimsFor = ({ tenantId }: Company, sub: string, change: Claims = {}): Claims => ({
  iss: idp.issuer,
  aud: audience,
  sub,
  org_id: tenantId,
  email: bob,
  email_verified: true,
  iat: seconds(0),
  exp: seconds(3600),
  ...change,
});
const tokenFor = (of: Company, sub: string, change?: Claims): string => signed(idp.key, claimsFor(of, sub, change));
const identitiesOf = async (of: Company, name: string): Promise<Identity[]> =>
  (await of.as('Ada').get<{ items: Identity[] }>(`/admin/users/${of.id(name)}/identities`)).body.items;
const setOf = (of: Company, name: string, fields: Claims): Promise<unknown> =>
  api.graph.statement('MATCH (u:User {tenantId: $tenantId, id: $id}) SET u += $fields', {
    tenantId: of.tenantId,
    id: of.id(name),
    fields,
  });

describe('signing in', () => {
  it('by authorization code and PKCE gives an access token that is let in', async () => {
    const acme = await companyWithProvider();
    account.claims = { org_id: acme.tenantId };
    const { access_token: token } = await signIn(idp, bob);
    const { status, body } = await askLater(200, token);
    expect([status, body.id]).to.deep.equal([200, acme.id('Bob')]);
  });

  it('binds a subject once, also for requests that arrive together, and reads no more of it than one statement', async () => {
    const acme = await companyWithProvider();
    await askLater(200, await acme.token('Ada'));
    const token = tokenFor(acme, 'b1');
    const answers = await Promise.all(Array.from({ length: 10 }, () => askLater(200, token)));
    expect(new Set(answers.map(({ body }) => body.id))).to.deep.equal(new Set([acme.id('Bob')]));
    const asked: string[] = [];
    api.graph.figures.onStatement(({ query }) => void (query !== 'identity/list_all_providers' && asked.push(query)));
    await ask(token);
    expect(asked).to.deep.equal(['people/me']);
    const [identity, ...others] = await identitiesOf(acme, 'Bob');
    expect(identity).to.include({ issuer: idp.issuer, subject: 'b1', userId: acme.id('Bob'), status: 'bound' });
    expect(others).to.deep.equal([]);
    const { body } = await acme.as('Ada').get<{ items: Claims[] }>('/audit?action=identity.bind');
    expect(body.items.map(({ actorId, userId }) => [actorId, userId])).to.deep.equal([
      [acme.id('Bob'), acme.id('Bob')],
    ]);
  });

  it('follows the subject, never the address', async () => {
    const acme = await companyWithProvider();
    await askLater(200, tokenFor(acme, 'b1'));
    expect((await ask(tokenFor(acme, 'b1', { email: 'cy@example.test' }))).body.id).to.equal(acme.id('Bob'));
    expect((await ask(tokenFor(acme, 'b1', { email: undefined }))).body.id).to.equal(acme.id('Bob'));
    await setOf(acme, 'Bob', { email: 'robert@example.test' });
    await setOf(acme, 'Cy', { email: bob });
    expect((await ask(tokenFor(acme, 'b1'))).body.id).to.equal(acme.id('Bob'));
    expect((await ask(tokenFor(acme, 'c1'))).body.id).to.equal(acme.id('Cy'));
  });

  it('ends with the next request when the person leaves, and is refused in words at the first sign-in', async () => {
    const acme = await companyWithProvider();
    await askLater(200, tokenFor(acme, 'b1'));
    const graph = api.graph.bind({ tenantId: acme.tenantId, userId: acme.id('Ada') });
    await graph.write('organisation/people/write', leaveParams(acme.id('Bob'), api.clock.now));
    expect((await ask(tokenFor(acme, 'b1'))).status).to.equal(401);
    const { status, body } = await ask(tokenFor(acme, 'd1', { email: 'dan@example.test' }));
    expect(status).to.equal(401);
    expect(body.message).to.include('nobody active here');
  });

  it('ends when an admin unbinds the subject, which is bound to nobody but another person until an admin binds it', async () => {
    const acme = await companyWithProvider();
    await askLater(200, tokenFor(acme, 'b1'));
    const [identity] = await identitiesOf(acme, 'Bob');
    const path = `/admin/identities/${identity?.id}`;
    const unbound = await acme.as('Ada').post<Identity>(`${path}/unbind`);
    expect([unbound.status, unbound.body.status]).to.deep.equal([200, 'unbound']);
    await askLater(401, tokenFor(acme, 'b1'));
    expect((await ask(tokenFor(acme, 'b1'))).status).to.equal(401);
    expect((await ask(tokenFor(acme, 'b2'))).body.id).to.equal(acme.id('Bob'));
    expect((await acme.as('Ada').post<{ code: string }>(`${path}/bind`)).body.code).to.equal('IDENTITY_BOUND');
    expect((await ask(tokenFor(acme, 'b1', { email: 'cy@example.test' }))).body.id).to.equal(acme.id('Cy'));
    await acme.as('Ada').post(`${path}/unbind`);
    await askLater(401, tokenFor(acme, 'b1'));
    expect((await acme.as('Ada').post<Identity>(`${path}/bind`)).body.status).to.equal('bound');
    expect((await askLater(200, tokenFor(acme, 'b1'))).body.id).to.equal(acme.id('Cy'));
  });

  it('waits for an unbinding that is being committed, whose revision can be seen first', async () => {
    const acme = await companyWithProvider();
    const { tenantId } = acme;
    await askLater(200, tokenFor(acme, 'b1'));
    const unbind = `MATCH (i:Identity {tenantId: $tenantId, subject: 'b1'})
      SET i.holderId = null, i.unboundFrom = [i.userId], i.unboundAt = datetime()`;
    await acme.statement(
      'MATCH (t:Tenant {id: $tenantId}) SET t.identityRevision = coalesce(t.identityRevision, 0) + 1',
    );
    await startBeforeCommit(api, [unbind, { tenantId }], 1, () => askLater(401, tokenFor(acme, 'b1')));
  });

  it('is not bound to a person again, whoever it was bound to in between', async () => {
    const acme = await companyWithProvider();
    const cy = { email: 'cy@example.test' };
    const unbind = async (name: string): Promise<void> => {
      const [bound] = (await identitiesOf(acme, name)).filter(({ status }) => status === 'bound');
      await acme.as('Ada').post(`/admin/identities/${bound?.id}/unbind`);
    };
    await askLater(200, tokenFor(acme, 'b1'));
    await unbind('Bob');
    await askLater(401, tokenFor(acme, 'b1'));
    expect((await askLater(200, tokenFor(acme, 'b1', cy))).body.id).to.equal(acme.id('Cy'));
    await unbind('Cy');
    await askLater(401, tokenFor(acme, 'b1', cy));
    for (const change of [{}, cy]) expect((await ask(tokenFor(acme, 'b1', change))).status).to.equal(401);
    expect((await ask(tokenFor(acme, 'b1', { email: 'ada@example.test' }))).body.id).to.equal(acme.id('Ada'));
  });

  it('takes one statement to refuse somebody, known or not, who has just been refused', async () => {
    const acme = await companyWithProvider();
    await askLater(200, tokenFor(acme, 'b1'));
    expect((await ask(tokenFor(acme, 'x1'))).status).to.equal(401); // noted, see below
    const asked: string[] = [];
    api.graph.figures.onStatement(({ query }) => void (query !== 'identity/list_all_providers' && asked.push(query)));
    for (const change of [{ email: 'eve@example.test' }, { email: undefined }, { email: 'dan@example.test' }, {}]) {
      asked.length = 0;
      expect((await ask(tokenFor(acme, 'x1', change))).status).to.equal(401);
      expect(asked).to.deep.equal(['identity/sign_in']);
    }
  });

  it('ends when the provider is deleted', async () => {
    const acme = await companyWithProvider();
    await askLater(200, tokenFor(acme, 'b1'));
    const { body } = await acme.as('Ada').get<{ items: { id: string }[] }>('/admin/identity-providers');
    await acme.as('Ada').delete(`/admin/identity-providers/${body.items[0]?.id}`);
    await askLater(401, tokenFor(acme, 'b1'));
  });
});

describe('a refused sign-in', () => {
  type Refused = { at: string; reason: string; subject: string; user?: { name: string } };
  /** Who reads it, beside the provider. */
  async function refusedOf(of: Company): Promise<{ path: string; refused: Refused[] }> {
    const { body } = await of.as('Ada').get<{ items: { id: string }[] }>('/admin/identity-providers');
    const path = `/admin/identity-providers/${body.items[0]?.id}/refused-sign-ins`;
    const { status, body: page } = await of.as('Ada').get<{ items: Refused[] }>(path);
    expect(status).to.equal(200);
    return { path, refused: page.items };
  }
  const [cy, dan, eve] = ['cy', 'dan', 'eve'].map((name) => `${name}@example.test`);

  it('is listed for admins with its reason and whom the token means, in each case in which a valid token is refused', async () => {
    const acme = await companyWithProvider({ emailDomains: ['example.test'] });
    await setOf(acme, 'Ada', { email: 'ada@other.test' });
    await askLater(200, tokenFor(acme, 'b1'));
    await askLater(200, tokenFor(acme, 'c1', { email: cy }));
    const [identity] = await identitiesOf(acme, 'Cy');
    await acme.as('Ada').post(`/admin/identities/${identity?.id}/unbind`);
    const expected: [subject: string, change: Claims, reason: string, name?: string][] = [
      ['no claim', { email: undefined }, 'no_claim'],
      ['empty', { email: '' }, 'no_claim'],
      ['several', { email: [cy] }, 'no_claim'],
      ['not verified', { email_verified: false }, 'not_verified'],
      ['not said', { email_verified: undefined }, 'not_verified'],
      ['nobody', { email: eve }, 'unknown'],
      ['left', { email: dan }, 'left', 'Dan'],
      ['other domain', { email: 'ada@other.test' }, 'other_domain', 'Ada'],
      ['b2', {}, 'other_subject', 'Bob'],
      ['c1', { email: cy }, 'unbound', 'Cy'],
    ];
    for (const [subject, change] of expected) await askLater(401, tokenFor(acme, subject, change));
    const { refused } = await refusedOf(acme);
    const seen = new Map(refused.map((one) => [one.subject, one]));
    expect(seen.size).to.equal(expected.length);
    for (const [subject, , reason, name] of expected) {
      const one = seen.get(hashSubject(idp.issuer, subject));
      expect([one?.reason, one?.user?.name, one?.at], subject).to.deep.equal([reason, name, api.clock.now]);
    }
  });

  it('without a usable external id says so, and nothing of addresses', async () => {
    const acme = await companyWithProvider({ personClaim: 'externalId' });
    for (const externalId of [undefined, '', 7, ['x']])
      await askLater(401, tokenFor(acme, `id ${String(externalId)}`, { externalId }));
    const { refused } = await refusedOf(acme);
    expect(refused.map(({ reason }) => reason)).to.deep.equal(Array(4).fill('no_claim'));
  });

  it('that waits for another admin says so', async () => {
    const acme = await companyWithProvider();
    await acme.statement("MATCH (t:Tenant {id: $tenantId}) SET t.roleApproval = 'second_admin'");
    expect((await acme.as('Ada').post('/admin/users', { email: eve, name: 'Eve' })).status).to.equal(201);
    await askLater(401, tokenFor(acme, 'e1', { email: eve }));
    const { refused } = await refusedOf(acme);
    expect(refused.map(({ reason, user }) => [reason, user?.name])).to.deep.equal([['waits', 'Eve']]);
  });

  it('is there once for each subject, and the oldest of more than twenty goes', async () => {
    const acme = await companyWithProvider();
    const subjects = Array.from({ length: 22 }, (_, at) => `s${at}`);
    const start = api.clock.now;
    for (const [at, subject] of [...subjects, 's5'].entries()) {
      api.clock.now = new Date(Date.parse(start) + at * 61_000).toISOString();
      await askLater(401, tokenFor(acme, subject, { email: eve, iat: undefined, exp: seconds(36_000) }));
    }
    const { refused } = await refusedOf(acme);
    const hashes = ['s5', ...subjects.toReversed().filter((one) => one !== 's5')].map((one) =>
      hashSubject(idp.issuer, one),
    );
    expect(refused.map(({ subject }) => subject)).to.deep.equal(hashes.slice(0, 20));
    api.clock.now = start;
  });

  it('is for admins of the tenant alone, and nothing of a provider that there is not', async () => {
    const [acme, other] = [await companyWithProvider(), await companyWithProvider()];
    await askLater(401, tokenFor(acme, 'x1', { email: eve }));
    const { path } = await refusedOf(acme);
    expect(await acme.as('Bob').get(path)).to.include({ status: 403 });
    expect(await other.as('Ada').get(path)).to.include({ status: 403 });
    const missing = path.replace(/[0-9a-f-]{36}/, randomUUID());
    expect(await acme.as('Ada').get(missing)).to.include({ status: 404 });
  });
});

/** What the documents of each vendor say about its tokens, and how the provider is set up here. */
type Vendor = {
  at?: IdentityProvider;
  provider: Partial<IdentityProviderInput>;
  claims: (of: Company) => Claims;
};
const vendors: Record<string, Vendor> = {
  'Okta: access token of a custom authorization server': {
    provider: { personClaim: 'externalId' },
    claims: () => ({
      ver: 1,
      jti: 'AT.x',
      aud: audience,
      cid: '0oaclient',
      uid: '00u1bob',
      scp: ['openid', 'profile'],
      sub: bob,
      externalId: '00u1bob',
      auth_time: seconds(-5),
      email: undefined,
      email_verified: undefined,
    }),
  },
  'Entra: access token of version 2.0, person by oid': {
    at: entra,
    provider: { personClaim: 'oid', tenantClaim: 'tid' },
    claims: ({ tenantId }) => ({
      ver: '2.0',
      tid: tenantId,
      org_id: undefined,
      oid: '00u1bob',
      sub: 'pairwise-AAAA',
      azp: randomUUID(),
      azpacr: '0',
      scp: 'access_as_user',
      preferred_username: bob,
      uti: 'x',
      rh: '0.x',
      email: undefined,
      email_verified: undefined,
    }),
  },
  'Entra: person by an address of a verified domain': {
    at: entra,
    provider: { tenantClaim: 'tid' },
    claims: ({ tenantId }) => ({
      tid: tenantId,
      org_id: undefined,
      ver: '2.0',
      email_verified: undefined,
      xms_edov: true,
    }),
  },
  'Google: ID token': {
    at: google,
    provider: { tenantClaim: 'hd' },
    claims: ({ tenantId }) => ({
      azp: audience,
      aud: audience,
      sub: '110169484474386276334',
      hd: tenantId,
      org_id: undefined,
      at_hash: 'x',
      email_verified: true,
      name: 'Bob',
      picture: 'https://x.example/p',
      given_name: 'Bob',
      nonce: 'n',
    }),
  },
  'Keycloak: access token': {
    provider: {},
    claims: () => ({
      jti: 'onrtac:x',
      aud: [audience, 'account'],
      typ: 'Bearer',
      azp: 'page',
      sid: 's',
      acr: '1',
      scope: 'openid email',
      realm_access: { roles: ['offline_access'] },
      preferred_username: 'bob',
      email_verified: true,
    }),
  },
  'Auth0: access token of an organisation': {
    provider: {},
    claims: () => ({
      aud: [audience, 'https://acme.eu.auth0.com/userinfo'],
      azp: 'client',
      scope: 'openid profile email',
      sub: 'auth0|507f1f77bcf86cd799439020',
      email_verified: true,
    }),
  },
};

describe('the tokens of', () => {
  for (const [vendor, { at = idp, provider, claims }] of Object.entries(vendors)) {
    it(`${vendor}, are let in`, async () => {
      const acme = await companyWithProvider({ issuer: at.issuer, ...provider });
      await setOf(acme, 'Bob', { externalId: '00u1bob' });
      expect(
        (await askLater(200, signed(at.key, claimsFor(acme, 'b1', { iss: at.issuer, ...claims(acme) })))).body.id,
      ).to.equal(acme.id('Bob'));
    });
  }
});

describe('a hostile token', () => {
  let acme: Company;
  let neighbour: Company;
  let foreign: JWK;
  let own: JWK;
  before(async () => {
    acme = await companyWithProvider();
    neighbour = await companyWithProvider({ issuer: neighbours.issuer });
    foreign = await newKey('RS256');
    own = JSON.parse(readFileSync(api.config.TOKEN_KEY_FILE ?? '', 'utf8')) as JWK;
    await askLater(200, tokenFor(acme, 'b1'));
    await askLater(200, signed(neighbours.key, claimsFor(neighbour, 'n1', { iss: neighbours.issuer })));
  });

  const good = (sub = 'b1', change: Claims = {}): Claims => claimsFor(acme, sub, change);
  const by = (key: JWK, change: Claims = {}, sub = 'b1'): string => signed(key, good(sub, change));
  /** By the provider's own key, of a subject that is not bound yet. */
  const fresh = (change: Claims): string => by(idp.key, { email: 'cy@example.test', ...change }, 'c1');
  const header = (change: Claims = {}): Claims => ({ alg: 'RS256', kid: idp.key.kid, typ: 'at+jwt', ...change });
  const raw = (change: Claims): string => rawToken(header(change), good(), idp.key);
  const publicPem = (type: 'spki' | 'pkcs1'): Buffer => {
    const { n, e } = idp.key;
    const key = createPublicKey({ key: { kty: 'RSA', n, e } as JsonWebKeyInput['key'], format: 'jwk' });
    return Buffer.from(key.export({ type, format: 'pem' }));
  };

  const cases: Record<string, () => string> = {
    // another issuer or key
    'of an issuer that nobody here has': () => by(unknown.key, { iss: unknown.issuer }),
    'of a neighbour’s issuer, with the same subject': () => by(neighbours.key, { iss: neighbours.issuer }),
    'of a neighbour’s issuer, for the neighbour, with the same subject': () =>
      by(neighbours.key, { iss: neighbours.issuer, org_id: neighbour.tenantId }),
    'of our issuer by the name, with a neighbour’s key': () => by(neighbours.key),
    'of our issuer by the name, with a stranger’s key': () => by(foreign),
    'of our issuer by the name, with a stranger’s key under our key id': () =>
      by({ ...foreign, kid: idp.key.kid ?? '' }),
    'of our issuer by the name, with the key of our own tokens': () => by(own),
    'of our issuer by the name, with the key of our own tokens under its key id': () =>
      by({ ...own, kid: idp.key.kid ?? '' }),
    'of our own issuer by the name, with the key of the provider': () =>
      by(idp.key, {
        iss: api.config.TOKEN_ISSUER,
        aud: api.config.TOKEN_AUDIENCE,
        tenant: acme.tenantId,
        sub: acme.id('Bob'),
      }),
    'of our issuer with a slash at its end': () => by(idp.key, { iss: `${idp.issuer}/` }),
    'of our issuer by another name of its host': () =>
      by(idp.key, { iss: idp.issuer.replace('127.0.0.1', 'localhost') }),
    'of a list of issuers': () => by(idp.key, { iss: [idp.issuer] }),
    'of no issuer': () => by(idp.key, { iss: undefined }),
    // another tenant or audience
    'for a neighbour, from our issuer': () => by(idp.key, { org_id: neighbour.tenantId }),
    'for a tenant that does not exist': () => by(idp.key, { org_id: randomUUID() }),
    'for several tenants': () => by(idp.key, { org_id: [acme.tenantId] }),
    'for no tenant': () => by(idp.key, { org_id: undefined }),
    'for a tenant in a claim of our own': () => by(idp.key, { org_id: undefined, tenant: acme.tenantId }),
    'for another audience': () => by(idp.key, { aud: 'another' }),
    'for the audience of our own tokens': () => by(idp.key, { aud: api.config.TOKEN_AUDIENCE }),
    'for a list of other audiences': () => by(idp.key, { aud: ['another', `${audience}2`] }),
    'for no audience': () => by(idp.key, { aud: undefined }),
    // time
    'that has expired': () => by(idp.key, { exp: seconds(-33) }),
    'that never expires': () => by(idp.key, { exp: undefined }),
    'that is not valid yet': () => by(idp.key, { nbf: seconds(60) }),
    // form
    'with alg none': () => rawToken(header({ alg: 'none' }), good(), null),
    'with alg none and a signature': () =>
      `${rawToken(header({ alg: 'none' }), good(), null)}${by(idp.key).split('.')[2]}`,
    'without a signature': () => rawToken(header(), good(), null),
    'with HS256 and the public key': () => rawToken(header({ alg: 'HS256' }), good(), publicPem('spki')),
    'with HS256 and the public key in PKCS#1': () => rawToken(header({ alg: 'HS256' }), good(), publicPem('pkcs1')),
    'with HS256 and the modulus': () => rawToken(header({ alg: 'HS256' }), good(), Buffer.from(idp.key.n ?? '')),
    'with RS512': () => raw({ alg: 'RS512' }),
    'with PS256': () => raw({ alg: 'PS256' }),
    'with an unknown key id': () => raw({ kid: randomUUID() }),
    'with a key in its header': () =>
      rawToken(header({ kid: undefined, jwk: { kty: 'RSA', n: foreign.n, e: foreign.e } }), good(), foreign),
    'with the address of other keys': () => rawToken(header({ jku: `${unknown.issuer}/jwks` }), good(), unknown.key),
    'with a critical extension': () => raw({ crit: ['exp'], exp: seconds(3600) }),
    'with a changed claim': () => {
      const [head, , signature] = by(idp.key).split('.');
      return `${head}.${Buffer.from(JSON.stringify(good('c1'))).toString('base64url')}.${signature}`;
    },
    'that ends a session': () => raw({ typ: 'logout+jwt' }),
    'that ends a session, of no type': () =>
      by(idp.key, { events: { 'http://schemas.openid.net/event/backchannel-logout': {} } }),
    'that proves a key': () => raw({ typ: 'dpop+jwt' }),
    'that is bound to a key': () => by(idp.key, { cnf: { jkt: 'x' } }),
    // person
    'of no subject': () => by(idp.key, { sub: undefined }),
    'of an empty subject': () => by(idp.key, { sub: '' }),
    'of a list of subjects': () => by(idp.key, { sub: ['b1'] }),
    'of a subject that is too long': () => fresh({ sub: 'x'.repeat(256) }),
    'of another subject with the address of somebody who is bound': () => by(idp.key, {}, 'b2'),
    'with an address that is not verified': () => fresh({ email_verified: false }),
    'with an address of which it does not say so': () => fresh({ email_verified: undefined }),
    'with an address that is said not to be verified': () => fresh({ email_verified: 'false' }),
    'with an address that is verified by something else': () => fresh({ email_verified: undefined, xms_edov: true }),
    'of Entra with an address of a foreign domain': () => fresh({ tid: randomUUID(), xms_edov: false }),
    'of Entra with an address that only says it is verified': () => fresh({ tid: randomUUID() }),
    'with the address of somebody who left': () => fresh({ email: 'dan@example.test' }),
    'with an address of nobody': () => fresh({ email: 'eve@example.test' }),
    'with an address of the neighbour alone': () => fresh({ email: 'zed@example.test' }),
    'with several addresses': () => fresh({ email: ['cy@example.test'] }),
    'with an empty address': () => fresh({ email: '' }),
    'with an address in upn': () => fresh({ email: undefined, upn: 'cy@example.test' }),
    'with an address in preferred_username': () => fresh({ email: undefined, preferred_username: 'cy@example.test' }),
    'with the id of a person as its subject': () => by(idp.key, { email: undefined }, acme.id('Cy')),
    'of a service': () => by(idp.key, { email: undefined, scope: 'scim' }, 'service:okta'),
  };
  it('comes in many forms', () => expect(Object.keys(cases)).to.have.length.above(50));
  for (const [what, create] of Object.entries(cases)) {
    it(`is refused, and changes nothing: ${what}`, async () => {
      const before = await fingerprint(api, acme.tenantId);
      const headers = { authorization: `Bearer ${create()}` };
      expectRefusal(await send(api.url, '/v1/me', { headers }), 401, 'UNAUTHENTICATED');
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    });
  }
  it('differs from a good one in that alone', async () => {
    expect((await ask(by(idp.key))).body.id).to.equal(acme.id('Bob'));
    expect((await ask(raw({}))).body.id).to.equal(acme.id('Bob'));
    expect((await ask(fresh({}))).body.id).to.equal(acme.id('Cy'));
  });
});
