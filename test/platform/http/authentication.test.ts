// Who is let in: a token proves a user or a service of one tenant, and the graph says the rest on each request.
import { createPublicKey, randomUUID, type JsonWebKeyInput } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { JWK } from 'jose';
import { claimsOf, newKey, rawToken, seconds, signed } from '../../support/jwks.ts';
import { fingerprint, sharedCompany } from '../../support/company.ts';
import { aSummary } from '../../support/samples.ts';
import { service } from '../../support/service.ts';
import { expectRefusal, send, type Sent } from './wire.ts';

type Claims = Record<string, unknown>;
const api = service();
const acme = sharedCompany(api, 'Ada\n  Bob\n    Cy\n  Dan †');
const other = sharedCompany(api, 'Zoe');
let ours: JWK;
let another: JWK;

before(async () => {
  ours = JSON.parse(readFileSync(api.config.TOKEN_KEY_FILE ?? '', 'utf8')) as JWK;
  another = await newKey('RS256');
});

const claims = (change: Claims = {}): Claims => ({ ...claimsOf(api.config, acme.id('Bob'), acme.tenantId), ...change });
const token = (change: Claims = {}): string => signed(ours, claims(change));
const header = () => ({ alg: 'RS256', kid: ours.kid, typ: 'at+jwt' });
const without = (name: string): string => token({ [name]: undefined });
function ask(authorization: string | undefined, path = `/org/users/${acme.id('Bob')}/chain`): Promise<Sent> {
  return send(api.url, `/v1${path}`, authorization === undefined ? {} : { headers: { authorization } });
}

describe('credentials that are missing or invalid', () => {
  const publicPem = () =>
    createPublicKey({ key: { kty: 'RSA', n: ours.n, e: ours.e } as JsonWebKeyInput['key'], format: 'jwk' });
  const pem = (type: 'spki' | 'pkcs1') => Buffer.from(publicPem().export({ type, format: 'pem' }));
  const hs256 = { alg: 'HS256', kid: 'x' };
  const cases: Record<string, () => string | undefined> = {
    'no header': () => undefined,
    'an empty header': () => '',
    Basic: () => `Basic ${Buffer.from('ada:secret').toString('base64')}`,
    'Bearer alone': () => 'Bearer',
    'a token without a scheme': () => token(),
    'two spaces before the token': () => `Bearer  ${token()}`,
    'two tokens': () => `Bearer ${token()} ${token()}`,
    garbage: () => 'Bearer abc.def.ghi',
    'a token of two parts': () => `Bearer ${token().split('.').slice(0, 2).join('.')}`,
    'a token whose header is no JSON': () => `Bearer ${token().replace(/^[^.]+/, 'e30x')}`,
    'a token of 7 KB that is not ours': () => `Bearer ${signed(another, claims({ padding: 'x'.repeat(5_000) }))}`,
    'a changed claim': () => {
      const [header, , signature] = token().split('.');
      const claimed = Buffer.from(JSON.stringify(claims({ sub: acme.id('Ada') }))).toString('base64url');
      return `Bearer ${header}.${claimed}.${signature}`;
    },
    'expired more than 30 seconds ago': () => `Bearer ${token({ exp: seconds(-33) })}`,
    'no exp': () => `Bearer ${without('exp')}`,
    'an exp that is no number': () => `Bearer ${token({ exp: String(seconds(3600)) })}`,
    'not valid yet': () => `Bearer ${token({ nbf: seconds(60) })}`,
    'another issuer': () => `Bearer ${token({ iss: 'https://evil.example' })}`,
    'no issuer': () => `Bearer ${without('iss')}`,
    'another audience': () => `Bearer ${token({ aud: 'another-api' })}`,
    'no audience': () => `Bearer ${without('aud')}`,
    'alg none': () => `Bearer ${rawToken({ alg: 'none' }, claims(), null)}`,
    'alg NoNe, with the signature of another token': () =>
      `Bearer ${rawToken({ alg: 'NoNe' }, claims(), null)}${token().split('.')[2]}`,
    'RS256 without a signature': () => `Bearer ${rawToken({ alg: 'RS256' }, claims(), null)}`,
    'HS256 with the public key as its secret': () => `Bearer ${rawToken(hs256, claims(), pem('spki'))}`,
    'HS256 with the public key in PKCS#1': () => `Bearer ${rawToken(hs256, claims(), pem('pkcs1'))}`,
    'RS512 with our key': () => `Bearer ${rawToken({ alg: 'RS512' }, claims(), ours)}`,
    'PS256 with our key': () => `Bearer ${rawToken({ alg: 'PS256' }, claims(), ours)}`,
    'HS256 with an empty secret': () => `Bearer ${rawToken(hs256, claims(), Buffer.alloc(0))}`,
    'RS256 with another key': () => `Bearer ${signed(another, claims())}`,
    'RS256 with another key under our key id': () => `Bearer ${signed({ ...another, kid: ours.kid ?? '' }, claims())}`,
    'a key of its own in its header': () =>
      `Bearer ${rawToken({ alg: 'RS256', jwk: { kty: 'RSA', n: another.n, e: another.e } }, claims(), another)}`,
    'a critical header parameter that nobody here knows': () =>
      `Bearer ${rawToken({ ...header(), crit: ['exp'], exp: seconds(3600) }, claims(), ours)}`,
    'an empty list of critical header parameters': () =>
      `Bearer ${rawToken({ ...header(), crit: [] }, claims(), ours)}`,
    'a payload that is said not to be encoded': () =>
      `Bearer ${rawToken({ ...header(), crit: ['b64'], b64: false }, claims(), ours)}`,
    'a payload that is said not to be encoded, without crit': () =>
      `Bearer ${rawToken({ ...header(), b64: false }, claims(), ours)}`,
    'no sub': () => `Bearer ${without('sub')}`,
    'a sub that is no UUID': () => `Bearer ${token({ sub: 'bob' })}`,
    'a sub that is a list': () => `Bearer ${token({ sub: [acme.id('Bob')] })}`,
    'a service without a scope': () => `Bearer ${token({ sub: 'service:x' })}`,
    'no tenant': () => `Bearer ${without('tenant')}`,
    'a tenant that is no UUID': () => `Bearer ${token({ tenant: '*' })}`,
    'the tenant of another company': () => `Bearer ${token({ tenant: other.tenantId })}`,
    'a tenant that does not exist': () => `Bearer ${token({ tenant: randomUUID() })}`,
    'a user of another company': () => `Bearer ${token({ sub: other.id('Zoe') })}`,
    'an unknown user': () => `Bearer ${token({ sub: randomUUID() })}`,
    'a user who has left': () => `Bearer ${token({ sub: acme.id('Dan') })}`,
  };
  const messages = new Set<string>();
  for (const [what, authorization] of Object.entries(cases)) {
    it(`are answered 401: ${what}`, async () => {
      messages.add(expectRefusal(await ask(authorization()), 401, 'UNAUTHENTICATED'));
    });
  }
  it('all get the same response', () => {
    expect(messages).to.have.length(1);
  });
  it('are not taken from a query string or a cookie', async () => {
    const path = `/v1/org/users/${acme.id('Bob')}/chain`;
    expectRefusal(await send(api.url, `${path}?access_token=${token()}`), 401, 'UNAUTHENTICATED');
    const cookie = `token=${token()}; access_token=${token()}`;
    expectRefusal(await send(api.url, path, { headers: { cookie } }), 401, 'UNAUTHENTICATED');
  });

  const bodies: Record<string, { body: string; type: string }> = {
    'a good body': { body: JSON.stringify(aSummary()), type: 'application/json' },
    'malformed JSON': { body: '{', type: 'application/json' },
    'a body of 100 KB': { body: ' '.repeat(100_000), type: 'application/json' },
    'a body of another type': { body: 'x', type: 'text/plain' },
  };
  for (const [what, { body, type }] of Object.entries(bodies)) {
    it(`come before the body: ${what}`, async () => {
      const unchanged = await fingerprint(api, acme.tenantId);
      const strangers = [
        undefined,
        `Bearer ${token({ sub: randomUUID() })}`,
        `Bearer ${token({ sub: acme.id('Dan') })}`,
      ];
      for (const authorization of strangers) {
        const headers = { 'content-type': type, ...(authorization && { authorization }) };
        const answer = await send(api.url, '/v1/summaries', { method: 'POST', headers, body });
        expectRefusal(answer, 401, 'UNAUTHENTICATED');
      }
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(unchanged);
    });
  }
  it('come before whether the caller may call at all', async () => {
    for (const sub of [randomUUID(), acme.id('Dan')]) {
      const headers = { authorization: `Bearer ${token({ sub })}`, 'content-type': 'application/json' };
      const body = JSON.stringify({ type: 'announcement', recipientUserIds: [], payload: { title: 'T', body: 'B' } });
      const answer = await send(api.url, '/v1/notifications/dispatch', { method: 'POST', headers, body });
      expectRefusal(answer, 401, 'UNAUTHENTICATED');
    }
  });
  it('come before the path and the query', async () => {
    const stranger = `Bearer ${token({ sub: randomUUID() })}`;
    expectRefusal(await ask(stranger, '/org/users/no-uuid/chain'), 401, 'UNAUTHENTICATED');
    expectRefusal(await ask(stranger, `/org/users/${acme.id('Bob')}/chain?depth=1`), 401, 'UNAUTHENTICATED');
  });
});

describe('a good token', () => {
  const good: Record<string, () => string> = {
    'as it should be': () => `Bearer ${token()}`,
    'with a header parameter that nobody here knows': () =>
      `Bearer ${rawToken({ ...header(), zip: 'none', b64: true }, claims(), ours)}`,
    'with the scheme in any letters': () => `bEARER ${token()}`,
    'of several audiences': () => `Bearer ${token({ aud: ['another-api', api.config.TOKEN_AUDIENCE] })}`,
    'of 7 KB': () => `Bearer ${token({ padding: 'x'.repeat(5_000) })}`,
    'expired less than 30 seconds ago': () => `Bearer ${token({ exp: seconds(-20) })}`,
    'valid in less than 30 seconds': () => `Bearer ${token({ nbf: seconds(20) })}`,
    'with its UUIDs in capitals': () =>
      `Bearer ${token({ sub: acme.id('Bob').toUpperCase(), tenant: acme.tenantId.toUpperCase() })}`,
  };
  for (const [what, authorization] of Object.entries(good)) {
    it(`is accepted ${what}`, async () => {
      const { status, body } = await ask(authorization());
      expect(status).to.equal(200);
      expect(body).to.have.length(1);
    });
  }

  it("of a service is refused on a user's route", async () => {
    const ofService = `Bearer ${token({ sub: 'service:x', scope: 'notifications:dispatch' })}`;
    expectRefusal(await ask(ofService), 403, 'FORBIDDEN');
    const headers = { authorization: ofService, 'content-type': 'application/json' };
    const unchanged = await fingerprint(api, acme.tenantId);
    const body = JSON.stringify(aSummary());
    expectRefusal(await send(api.url, '/v1/summaries', { method: 'POST', headers, body }), 403, 'FORBIDDEN');
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(unchanged);
  });
  it('grants no role or scope that it claims for a user', async () => {
    const claimed = `Bearer ${token({ roles: ['admin'], scope: 'admin notifications:dispatch', admin: true })}`;
    expectRefusal(await ask(claimed, `/org/users/${acme.id('Ada')}/chain`), 403, 'FORBIDDEN');
  });
});

describe("a caller's standing", () => {
  const change = (text: string) => acme.statement(text, { id: acme.id('Cy') });
  const above = () => acme.as('Cy').get(`/org/users/${acme.id('Ada')}/chain`);

  it('is read from the graph on each request', async () => {
    const me = 'MATCH (u:User {tenantId: $tenantId, id: $id})';
    expect((await above()).status).to.equal(403);
    await change(`${me} SET u.roles = ['people_team']`);
    expect((await above()).status).to.equal(200);
    await change(`${me} SET u.roles = []`);
    expect((await above()).status).to.equal(403);
    await change(`${me} SET u.active = false`);
    expect((await above()).status).to.equal(401);
    await change(`${me} SET u.active = true`);
    expect((await above()).status).to.equal(403);
  });
});
