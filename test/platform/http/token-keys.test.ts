// Keys that an identity provider publishes: found, found again when they change, and what holds while they cannot be.
import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { createRemoteKeySource } from '../../../src/platform/http/caller/token-keys.ts';
import type { KeySource } from '../../../src/platform/http/caller/verify-token.ts';
import { company, type Company } from '../../support/company.ts';
import { claimsOf, newKey, provider, rawToken, signed, type Mood } from '../../support/jwks.ts';
import { service, type Service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { expectRefusal, send, type Sent } from './wire.ts';

const minute = 60_000;
const hour = 60 * minute;
const maxKeyAgeMs = 24 * hour;

/** A company whose service trusts a provider, and requests with a token of one of its people. */
function trusting() {
  const identity = provider();
  let find: KeySource;
  const api: Service = service(({ log }) => ({
    keys: (find = createRemoteKeySource(identity.url, log)),
  }));
  let acme: Company;
  before(async () => {
    acme = await company(api, 'Ada\n  Bob');
  });
  const claims = () => claimsOf(api.config, acme.id('Ada'), acme.tenantId);
  const ask = (token: string): Promise<Sent> =>
    send(api.url, `/v1/org/users/${acme.id('Ada')}/chain`, { headers: { authorization: `Bearer ${token}` } });
  return {
    identity,
    claims,
    ask,
    find: (...header: Parameters<KeySource>) => find(...header),
    logged: () => api.logged,
  };
}

describe('published keys', () => {
  const { identity, claims, ask } = trusting();

  it('accept RS256, ES256 and EdDSA tokens, and are fetched once', async () => {
    for (const algorithm of ['RS256', 'ES256', 'EdDSA', 'RS256'] as const) {
      expect((await ask(signed(identity.key(algorithm), claims()))).status).to.equal(200);
    }
    expect(identity.asked).to.equal(1);
  });

  it('accept no other token', async () => {
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
      signed({ ...(await newKey('EdDSA')), kid: identity.key('EdDSA').kid ?? '' }, claims()),
      rawToken({ alg: 'EdDSA', kid: identity.key('EdDSA').kid }, claims(), Buffer.alloc(64)),
      rawToken({ alg: 'Ed25519', kid: identity.key('EdDSA').kid }, claims(), identity.key('EdDSA')),
      rawToken({ alg: 'HS256', kid: identity.key('EdDSA').kid }, claims(), Buffer.from(identity.key('EdDSA').x ?? '')),
      rawToken({ alg: 'ES256', kid: identity.key('EdDSA').kid }, claims(), identity.key('ES256')),
      rawToken({ kid: rs256.kid }, claims(), rs256),
      rawToken({ alg: 'RS256', kid: 5 }, claims(), rs256),
      rawToken({ alg: 'RS256', kid: randomUUID(), jku: identity.url, jwk: stranger }, claims(), stranger),
    ];
    for (const token of tokens) expectRefusal(await ask(token), 401, 'UNAUTHENTICATED');
  });

  it('are asked for once more at most, however many unknown key ids are tried', async () => {
    const stranger = await newKey('RS256');
    const before = identity.asked;
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

describe('published keys during an outage of the provider', () => {
  const { now } = Date;
  const { identity, claims, ask, find, logged } = trusting();
  /** Sets the clock so far ahead of the moment at which the keys were found. */
  let ahead: (ms: number) => void;
  let known: () => string;
  let tests = 0;
  beforeEach(async () => {
    Date.now = now;
    identity.mood = 'ok';
    await identity.rotate();
    const begin = now() + 200 * hour * (tests += 1); // later than in the test before, whose keys are too old by then
    ahead = (ms) => void (Date.now = () => begin + ms);
    ahead(0);
    const key = identity.key('RS256');
    known = () => signed(key, claims());
    expect((await ask(known())).status).to.equal(200);
    logged().splice(0);
  });
  afterEach(() => void (Date.now = now));
  const unknown = async () => signed(await newKey('RS256'), claims());

  for (const mood of ['failing', 'garbled'] satisfies Mood[]) {
    it(`stay good for a day and no longer, and are good again as soon as they are found (${mood})`, async () => {
      identity.mood = mood;
      for (const age of [9 * minute, 11 * minute, 12 * hour, maxKeyAgeMs - minute]) {
        ahead(age);
        expect((await ask(known())).status, `${age / minute} min`).to.equal(200);
      }
      ahead(maxKeyAgeMs + 1_000);
      expectRefusal(await ask(known()), 503, 'AUTH_UNAVAILABLE');
      identity.mood = 'ok';
      expect((await ask(known())).status).to.equal(200);
    });
  }

  it('that are not known are 503, and 401 once the provider answers without them', async () => {
    identity.mood = 'failing';
    ahead(11 * minute);
    expectRefusal(await ask(await unknown()), 503, 'AUTH_UNAVAILABLE');
    expect((await ask(known())).status).to.equal(200);
    identity.mood = 'ok';
    ahead(11 * minute + 31_000); // past the half minute in which the provider is not asked again
    expectRefusal(await ask(await unknown()), 401, 'UNAUTHENTICATED');
  });

  it('cost the provider one request in half a minute, however many unknown key ids are tried', async () => {
    identity.mood = 'failing';
    ahead(minute);
    const before = identity.asked;
    for (let n = 0; n < 20; n += 1) expectRefusal(await ask(await unknown()), 503, 'AUTH_UNAVAILABLE');
    expect(identity.asked - before).to.equal(1);
    ahead(minute + 31_000);
    expectRefusal(await ask(await unknown()), 503, 'AUTH_UNAVAILABLE');
    expect(identity.asked - before).to.equal(2);
  });

  it('are refreshed every half minute, and only the first request waits for it', async () => {
    identity.mood = 'silent';
    const { asked } = identity;
    const { kid = '' } = identity.key('RS256');
    const given = () => find({ alg: 'RS256', kid });
    ahead(11 * minute);
    await Promise.all(Array.from({ length: 20 }, given));
    expect(identity.asked - asked).to.equal(1);
    for (const times of [2, 3]) {
      ahead(11 * minute + times * 31_000);
      await given();
      expect(identity.asked - asked).to.equal(times - 1); // the provider has not even been reached
      await until(
        () => Promise.resolve(identity.asked - asked),
        (count) => count === times,
      );
      await given();
      await until(
        () => Promise.resolve(identity.open),
        (count) => count === 0,
      );
      await given();
      expect(identity.asked - asked).to.equal(times);
    }
    expect(logged().filter((line) => line.includes('token key refresh failed'))).to.have.length.of.at.least(2);
  });

  it('that the provider has removed meanwhile go as soon as it answers again', async () => {
    identity.mood = 'failing';
    ahead(11 * minute);
    expect((await ask(known())).status).to.equal(200);
    await identity.rotate();
    identity.mood = 'ok';
    ahead(12 * minute);
    await until(
      () => ask(known()),
      ({ status }) => status === 401,
    );
    expect((await ask(signed(identity.key('RS256'), claims()))).status).to.equal(200);
  });

  it('that the provider has removed are refused from the first request after a quiet time', async () => {
    await identity.rotate();
    ahead(5 * hour);
    const answers = await Promise.all(Array.from({ length: 5 }, () => ask(known())));
    for (const answer of answers) expectRefusal(answer, 401, 'UNAUTHENTICATED');
  });
});

describe('published keys that cannot be had', () => {
  for (const mood of ['failing', 'garbled', 'silent', 'stalled'] satisfies Mood[]) {
    describe(`because the provider is ${mood}`, () => {
      const { identity, claims, ask } = trusting();

      it('are no fault of the token: 503 until the provider is back, and then 200', async () => {
        identity.mood = mood;
        const tokens = Array.from({ length: 5 }, () => signed(identity.key('RS256'), claims()));
        for (const answer of await Promise.all(tokens.map(ask))) expectRefusal(answer, 503, 'AUTH_UNAVAILABLE');
        expectRefusal(await ask('abc.def.ghi'), 401, 'UNAUTHENTICATED');
        identity.mood = 'ok';
        const { now } = Date;
        try {
          Date.now = () => now() + 1_100; // past the second in which the provider is not asked again
          expect((await ask(signed(identity.key('RS256'), claims()))).status).to.equal(200);
        } finally {
          Date.now = now;
        }
      });
    });
  }

  describe('because no server listens', () => {
    const api = service(({ log }) => ({ keys: createRemoteKeySource('http://127.0.0.1:1/keys', log) }));
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
