// Two hundred requests a second with false tokens of every kind, from one address and from many: neighbours do not notice, and
// people who are let in are not shut out.
import { randomBytes, randomUUID } from 'node:crypto';
import { Agent, createServer, request, type IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { JWK } from 'jose';
import { median } from 'simple-statistics';
import { createAddressFinder } from '../../../src/platform/http/caller/client-address.ts';
import { createProvider } from '../../../src/features/identity/manage-providers.ts';
import { parseNetworks } from '../../../src/platform/lib/networks.ts';
import { listenLocally, stopServer } from '../../../scripts/stack/ports.ts';
import { company, type Company } from '../../support/company.ts';
import { claimsOf, costlyKey, newKey, rawToken, seconds, signed } from '../../support/jwks.ts';
import { service } from '../../support/service.ts';

const perSecond = 200;
/** How long each kind is sent, and how often some requests of it. */
const kindMs = 1_500;
const everyMs = 25;
const most = (2 * perSecond * kindMs) / 1_000;
/**
 * The neighbour's median may be so many times that beside as many requests without a token, which counts as `usualMs` at least:
 * the client is in this process too, and the machine may be busy.
 */
const ratio = 4;
const usualMs = 15;
const audience = 'check-in';

/** Takes the address of a request from X-Forwarded-For. */
const api = service(({ log }) => ({ findAddress: createAddressFinder(parseNetworks('127.0.0.1'), log) }));
let issuer = '';
let [good, costly]: JWK[] = [];
const server = createServer((request, response) => {
  const metadata = { issuer, jwks_uri: `${issuer}/keys` };
  const { kty, n, e, kid } = good ?? {};
  response.end(JSON.stringify(request.url === '/keys' ? { keys: [costly, { kty, n, e, kid }] } : metadata));
});
let [loud, quiet]: Company[] = [];
const found = <T>(value: T | undefined): T => value ?? expect.fail('It is not there.');

before(async () => {
  good = await newKey('RS256');
  costly = await costlyKey();
  issuer = (await listenLocally(server)).url;
  loud = await company(api, 'Ada (admin)\n  Bob\n  Cy');
  quiet = await company(api, 'Mia');
  const { tenantId } = loud;
  const input = { issuer, audience, personClaim: 'email' as const };
  const context = { now: api.clock.now, newId: () => randomUUID(), proof: 'operator' as const };
  await createProvider(api.graph.bind({ tenantId, userId: 'operator' }), input, context);
});
after(() => stopServer(server));

const claimed = (change: object = {}) => ({
  iss: issuer,
  aud: audience,
  sub: randomUUID(),
  exp: seconds(600),
  ...change,
});
/** A token with a signature of so many bytes that nobody has made. */
function garbled(header: object, claims: object, bytes: number): string {
  const unsigned = rawToken({ typ: 'at+jwt', ...header }, claims, null);
  return unsigned + Buffer.concat([Buffer.from([0x01]), randomBytes(bytes - 1)]).toString('base64url');
}
/** Those that have expired are truly signed, before they are sent: one of each client. */
const clients = 40;
const expired: string[] = [];
const falseTokens: Record<string, () => string> = {
  'of a costly key': () => garbled({ alg: 'RS256', kid: costly?.kid }, claimed(), 384),
  'of a usual key': () => garbled({ alg: 'RS256', kid: good?.kid }, claimed(), 256),
  'of an unknown key': () => garbled({ alg: 'ES256', kid: randomUUID() }, claimed(), 64),
  'of an unknown issuer': () => garbled({ alg: 'RS256' }, claimed({ iss: `https://${randomUUID()}.example` }), 256),
  'of our own issuer': () => garbled({ alg: 'RS256' }, claimsOf(api.config, randomUUID(), randomUUID()), 256),
  'that have expired': () => expired[Math.floor(Math.random() * clients)] ?? '',
  'that are garbage': () =>
    randomBytes(6_000)
      .toString('base64url')
      .replace(/^(.{99})(.{99})/, '$1.$2.'),
  'of unknown services': () => `tcs_${randomBytes(32).toString('base64url')}`,
};

const agent = new Agent({ keepAlive: true });
after(() => agent.destroy());
type Answered = { status: number; headers: IncomingHttpHeaders };
const send = (token: string, address: string): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const headers = { ...(token && { authorization: `Bearer ${token}` }), 'x-forwarded-for': address };
    const sent = request(`${api.url}/v1/me`, { headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers }));
    });
    sent.on('error', reject).end();
  });
/** The status of the answer; 0 if there is none. */
const ask = (token: string, address: string): Promise<number> =>
  send(token, address).then(
    ({ status }) => status,
    () => 0,
  );
const anyAddress = (): string => `198.18.${Math.floor(Math.random() * 256)}.${Math.floor(Math.random() * 256)}`;

/** Sends so many a second, answered or not, while `work` goes on, at most `most`. Counts the answers by status. */
async function flood(
  create: () => string,
  from: () => string,
  work: () => Promise<unknown>,
): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const sent: Promise<void>[] = [];
  const begunAt = performance.now();
  let isOver = false;
  const working = work().finally(() => (isOver = true));
  const count = (status: number): void => void statuses.set(status, (statuses.get(status) ?? 0) + 1);
  while (!isOver) {
    const due = ((performance.now() - begunAt) * perSecond) / 1_000;
    while (sent.length < Math.min(due, most)) sent.push(ask(create(), from()).then(count));
    await pause(everyMs);
  }
  await Promise.all([working, ...sent]);
  return statuses;
}

/** The neighbour's requests, one after the other: their times and what was not answered 200. */
async function listen(forMs: number): Promise<{ middle: number; refused: number[] }> {
  const token = await found(quiet).token('Mia');
  const [times, refused]: number[][] = [[], []];
  const begunAt = performance.now();
  while (performance.now() - begunAt < forMs) {
    const askedAt = performance.now();
    const status = await ask(token, '192.0.2.1');
    times?.push(performance.now() - askedAt);
    if (status !== 200) refused?.push(status);
    await pause(5);
  }
  return { middle: median(found(times)), refused: found(refused) };
}

const many = Object.entries(falseTokens);
/** A token of somebody who is let in, never the same. */
const ofBob = (): string =>
  signed(found(good), {
    ...claimed({ sub: 'bob', jti: randomUUID() }),
    email: 'bob@example.test',
    email_verified: true,
  });

describe('beside 200 false tokens a second', () => {
  let usual = 0;
  before(async () => {
    expired.push(...Array.from({ length: clients }, () => signed(found(good), claimed({ exp: seconds(-600) }))));
    expect(await ask(ofBob(), '192.0.2.2')).to.equal(200);
    for (const [, create] of many) await ask(create(), anyAddress()); // plans the queries, and reads the keys
    await flood(
      () => '',
      anyAddress,
      async () => {
        await listen(500);
        usual = Math.max(usualMs, (await listen(kindMs)).middle);
      },
    );
  });
  const mixed = (): string => (many[Math.floor(Math.random() * many.length)]?.[1] ?? (() => ''))();
  const floods: [what: string, create: () => string, from: () => string][] = [
    ...many.map(([kind, create]): [string, () => string, () => string] => [
      `${kind}, from everywhere`,
      create,
      anyAddress,
    ]),
    ['of every kind, from one address', mixed, () => '203.0.113.1'],
  ];
  for (const [what, create, from] of floods) {
    it(`${what}, a neighbour is answered as ever, and people who are new are let in`, async () => {
      const ofNew: number[] = [];
      let heard = { middle: Infinity, refused: [0] };
      const answers = await flood(create, from, async () => {
        const listening = listen(kindMs);
        for (let n = 0; n < 5; n += 1) {
          await pause(kindMs / 6);
          ofNew.push(await ask(ofBob(), '192.0.2.2'));
        }
        heard = await listening;
      });
      const { middle, refused } = heard;
      expect(ofNew, 'new tokens of the issuer').to.deep.equal([200, 200, 200, 200, 200]);
      expect(refused).to.deep.equal([]);
      expect(middle, `median in ms, ${usual} beside requests without a token`).to.be.below(ratio * usual);
      expect([...answers.keys()].filter((status) => status !== 401 && status !== 429)).to.deep.equal([]);
      expect((answers.get(401) ?? 0) + (answers.get(429) ?? 0)).to.be.above((perSecond * kindMs) / 2_000);
    });
  }

  it('from one address, most are not looked at', async () => {
    const answers = await flood(
      mixed,
      () => '203.0.113.2',
      () => pause(kindMs),
    );
    expect(answers.get(429)).to.be.above(50);
    const more = await Promise.all(Array.from({ length: 100 }, () => send(mixed(), '203.0.113.2')));
    expect(more.find(({ status }) => status === 429)?.headers['retry-after']).to.equal('1');
  });

  it('whoever was let in before from the same address goes on', async () => {
    const signedToken = await found(quiet).token('Mia');
    const address = '203.0.113.3';
    expect(await ask(signedToken, address)).to.equal(200);
    const statuses: number[] = [];
    const answers = await flood(
      mixed,
      () => address,
      async () => {
        for (let n = 0; n < 20; n += 1) {
          await pause(50);
          statuses.push(await ask(signedToken, address));
        }
      },
    );
    expect(answers.get(429)).to.be.above(0);
    expect(statuses.filter((status) => status !== 200)).to.deep.equal([]);
  });
});
