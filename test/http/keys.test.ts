// Keys that an identity provider publishes: found, found again when they change, and what holds while they cannot be.
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { publishedKeys } from '../../src/tokens.ts';
import { company, type Company } from '../support/company.ts';
import { claimsOf, newKey, provider, rawToken, signed, type Mood } from '../support/jwks.ts';
import { service, type Service } from '../support/service.ts';
import { expectRefusal, send, type Sent } from './wire.ts';

/** A company whose service trusts a provider, and requests with a token of one of its people. */
function trusting() {
  const identity = provider();
  const api: Service = service(() => ({ keys: publishedKeys(identity.url) }));
  let acme: Company;
  before(async () => {
    acme = await company(api, 'Ada\n  Bob');
  });
  const claims = () => claimsOf(api.config, acme.id('Ada'), acme.tenantId);
  const ask = (token: string): Promise<Sent> =>
    send(api.url, `/v1/org/users/${acme.id('Ada')}/chain`, { headers: { authorization: `Bearer ${token}` } });
  return { identity, claims, ask };
}

describe('published keys', () => {
  const { identity, claims, ask } = trusting();

  it('let RS256 and ES256 tokens in, and are asked for once', async () => {
    for (const algorithm of ['RS256', 'ES256', 'RS256'] as const) {
      expect((await ask(signed(identity.key(algorithm), claims()))).status).to.equal(200);
    }
    expect(identity.asked).to.equal(1);
  });

  it('let no other token in', async () => {
    const rs256 = identity.key('RS256');
    const stranger = await newKey('RS256');
    const tokens = [
      signed(stranger, claims()),
      signed({ ...stranger, kid: rs256.kid ?? '' }, claims()),
      signed({ ...(await newKey('ES256')), kid: rs256.kid ?? '' }, claims()),
      rawToken({ alg: 'none', kid: rs256.kid }, claims(), null),
      rawToken({ alg: 'HS256', kid: rs256.kid }, claims(), Buffer.from(rs256.n ?? '')),
      rawToken({ alg: 'RS512', kid: rs256.kid }, claims(), rs256),
      rawToken({ alg: 'PS256', kid: rs256.kid }, claims(), rs256),
      rawToken({ alg: 'EdDSA', kid: rs256.kid }, claims(), rs256),
      rawToken({ kid: rs256.kid }, claims(), rs256),
      rawToken({ alg: 'RS256', kid: 5 }, claims(), rs256),
      rawToken({ alg: 'RS256', kid: randomUUID(), jku: identity.url, jwk: stranger }, claims(), stranger),
    ];
    for (const token of tokens) expectRefusal(await ask(token), 401, 'UNAUTHENTICATED');
  });

  it('are asked for once more at most, however many unknown key ids are tried', async () => {
    const [stranger, before] = [await newKey('RS256'), identity.asked];
    const flood = Array.from({ length: 50 }, () => ask(signed({ ...stranger, kid: randomUUID() }, claims())));
    for (const answer of await Promise.all(flood)) expectRefusal(answer, 401, 'UNAUTHENTICATED');
    expect(identity.asked - before).to.be.at.most(1);
    expect((await ask(signed(identity.key('ES256'), claims()))).status).to.equal(200);
  });

  it('are found again when they have changed, and the former ones are forgotten', async () => {
    const former = signed(identity.key('RS256'), claims());
    await identity.rotate();
    const now = Date.now;
    try {
      Date.now = () => now() + 31_000; // past the half minute in which no key is looked for again
      expect((await ask(signed(identity.key('RS256'), claims()))).status).to.equal(200);
      expectRefusal(await ask(former), 401, 'UNAUTHENTICATED');
    } finally {
      Date.now = now;
    }
  });

  it('that are known go on being trusted while the provider is down', async () => {
    identity.mood = 'failing';
    expect((await ask(signed(identity.key('RS256'), claims()))).status).to.equal(200);
  });
});

describe('published keys that cannot be had', () => {
  for (const mood of ['failing', 'garbled', 'silent', 'stalled'] satisfies Mood[]) {
    describe(`because the provider is ${mood}`, () => {
      const { identity, claims, ask } = trusting();

      it('are no fault of the token: 503 within 3 seconds, and 200 as soon as the provider is back', async () => {
        identity.mood = mood;
        const started = Date.now();
        const tokens = Array.from({ length: 5 }, () => signed(identity.key('RS256'), claims()));
        for (const answer of await Promise.all(tokens.map(ask))) expectRefusal(answer, 503, 'AUTH_UNAVAILABLE');
        expect(Date.now() - started).to.be.below(3_000);
        expectRefusal(await ask('abc.def.ghi'), 401, 'UNAUTHENTICATED');
        identity.mood = 'ok';
        expect((await ask(signed(identity.key('RS256'), claims()))).status).to.equal(200);
      });
    });
  }

  describe('because nobody listens', () => {
    const api = service(() => ({ keys: publishedKeys('http://127.0.0.1:1/keys') }));
    it('are no fault of the token: 503', async () => {
      const token = signed(await newKey('RS256'), claimsOf(api.config, randomUUID(), randomUUID()));
      const authorization = `Bearer ${token}`;
      expectRefusal(
        await send(api.url, `/v1/org/users/${randomUUID()}/chain`, { headers: { authorization } }),
        503,
        'AUTH_UNAVAILABLE',
      );
    });
  });
});
