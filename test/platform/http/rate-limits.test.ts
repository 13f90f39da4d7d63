// Limits of requests: counted by all processes together in Redis, and in memory while Redis is away.
import { expect } from 'chai';
import { limitRequests } from '../../../src/platform/http/caller/rate-limits.ts';
import { openRedis, type Redis } from '../../../src/platform/outbox/queues/redis.ts';
import { company, freshCompany, type Answer, type Company } from '../../support/company.ts';
import { proxy, type Proxy } from '../../support/proxy.ts';
import { service, type Service } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { send } from './wire.ts';

const rateLimits = { caller: { requests: 5, seconds: 600 }, tenant: { requests: 8, seconds: 600 } };
const policy = '"caller";q=5;w=600, "tenant";q=8;w=600';
let between: Proxy;
const opened: Redis[] = [];
before(async () => {
  between = await proxy(process.env['REDIS_URL'] ?? '');
});
after(async () => {
  for (const redis of opened) redis.close();
  await between.close();
});
const limited = (): Service =>
  service(({ log }) => {
    // Redis may be slow on a busy machine, which would count in memory.
    const redis = openRedis(`redis://127.0.0.1:${between.port}`, log, { countWithinMs: 1_500 });
    opened.push(redis);
    return { redis, rateLimits };
  });
const api = limited();
const second = limited();
const unlimited = service();
const acme = freshCompany(api, 'Ada (admin)\n  Bob\n  Cy');
const ask = async (who: string, at: Service = api, of: Company = acme, path = '/v1/me'): Promise<Answer> => {
  const headers = { authorization: `Bearer ${await of.token(who)}` };
  const response = await fetch(at.url + path, { headers });
  return { status: response.status, headers: response.headers, body: await response.json() };
};
/** What is left to caller and tenant after an answer. */
const left = ({ headers }: Answer): number[] =>
  [...(headers.get('ratelimit') ?? '').matchAll(/;r=(\d+)/g)].map(([, rest]) => Number(rest));
const statuses = async (count: number, who: string, at = api): Promise<number[]> => {
  const answers: number[] = [];
  for (let n = 0; n < count; n++) answers.push((await ask(who, at)).status);
  return answers;
};
/** Waits until both processes count together, by requests of a company of its own. */
const untilShared = (): Promise<unknown> =>
  until(
    async () => {
      const other = await company(api, 'Zed');
      return [...left(await ask('Zed', api, other)), ...left(await ask('Zed', second, other))].join();
    },
    (seen) => seen === '4,7,3,6',
  );

describe('limits of requests', () => {
  before(untilShared);

  it('are in every response, and refuse a request beyond them until the window ends', async () => {
    const first = await ask('Bob');
    expect(first.headers.get('ratelimit-policy')).to.equal(policy);
    expect(first.headers.get('ratelimit')).to.match(/^"caller";r=4;t=(600|599), "tenant";r=7;t=(600|599)$/);
    const missing = await ask('Bob', api, acme, '/v1/summaries/x');
    expect([missing.status, ...left(missing)]).to.deep.equal([400, 3, 6]);
    expect(await statuses(3, 'Bob')).to.deep.equal([200, 200, 200]);
    const refused = await ask('Bob');
    expect([refused.status, (refused.body as { code: string }).code]).to.deep.equal([429, 'RATE_LIMITED']);
    expect(refused.headers.get('ratelimit-policy')).to.equal(policy);
    const [, rest] = /^"caller";r=0;t=(\d+)$/.exec(refused.headers.get('ratelimit') ?? '') ?? [];
    expect(Number(rest)).to.be.within(500, 600);
    expect(refused.headers.get('retry-after')).to.equal(rest);
  });

  it('are counted by all processes together', async () => {
    expect([...(await statuses(3, 'Bob')), ...(await statuses(2, 'Bob', second))]).to.deep.equal(Array(5).fill(200));
    for (const at of [api, second]) expect((await ask('Bob', at)).status).to.equal(429);
  });

  it('hold for a tenant as a whole, and not for its neighbour; what was refused to a caller does not count', async () => {
    expect(await statuses(7, 'Bob')).to.deep.equal([...Array<number>(5).fill(200), 429, 429]);
    expect(await statuses(4, 'Cy', second)).to.deep.equal([200, 200, 200, 429]);
    const refused = await ask('Ada');
    expect([refused.status, ...left(refused)]).to.deep.equal([429, 4, 0]);
    expect((refused.body as { message: string }).message).to.include('Your tenant has sent more than 8 requests');
    const neighbour = await company(api, 'Zed');
    expect(left(await ask('Zed', api, neighbour))).to.deep.equal([4, 7]);
  });

  it('count each evaluation of an access decision as a request', async () => {
    const ada = { type: 'user', id: acme.id('Ada') };
    const evaluate = async (count: number): Promise<(number | string)[]> => {
      const body = { subject: ada, action: { name: 'chain:read' }, resource: ada, evaluations: Array(count).fill({}) };
      const { status, headers } = await send(api.url, '/access/v1/evaluations', {
        method: 'POST',
        headers: { authorization: `Bearer ${await acme.token('Ada')}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return [status, String(headers.ratelimit).replaceAll(/;t=\d+/g, '')];
    };
    expect(await evaluate(3)).to.deep.equal([200, '"caller";r=2, "tenant";r=5']);
    expect(await evaluate(3)).to.deep.equal([429, '"caller";r=0']);
  });

  it('do not hold for health checks, metrics and documents, nor without RATE_LIMITS', async () => {
    await statuses(6, 'Bob');
    for (const path of ['/livez', '/openapi.json', '/docs/errors', '/metrics']) {
      const { status, headers } = await fetch(api.url + path);
      expect([status, headers.get('ratelimit')], path).to.deep.equal([200, null]);
    }
    const free = await ask('Bob', unlimited);
    expect([free.status, free.headers.get('ratelimit'), free.headers.get('ratelimit-policy')]).to.deep.equal([
      200,
      null,
      null,
    ]);
  });

  it('may differ for a tenant, or be off', async () => {
    const policyOf = async (setting: string): Promise<string | null> => {
      const other = await company(api, 'Zed\n  Yan');
      await other.statement('MATCH (t:Tenant {id: $tenantId}) SET t.rateLimits = $setting', { setting });
      const seen = await until(
        async () => (await ask('Zed', api, other)).headers.get('ratelimit-policy'),
        (value) => value !== policy,
      );
      return seen;
    };
    expect(await policyOf('caller=700/60,tenant=900/60')).to.equal('"caller";q=700;w=60, "tenant";q=900;w=60');
    expect(await policyOf('tenant=9000/60')).to.equal('"caller";q=5;w=600, "tenant";q=9000;w=60');
    expect(await policyOf('off')).to.equal(null);
  });

  for (const fault of ['down', 'hang'] as const) {
    it(`are counted in memory while Redis is away (${fault}), and together again afterwards`, async () => {
      expect(await statuses(2, 'Bob')).to.deep.equal([200, 200]);
      await between[fault]();
      try {
        for (const at of [api, second])
          expect(await statuses(6, 'Cy', at)).to.deep.equal([200, 200, 200, 200, 200, 429]);
        const neighbour = await company(api, 'Zed');
        expect((await ask('Zed', api, neighbour)).status).to.equal(200);
      } finally {
        await between.up();
      }
      await untilShared();
      expect(left(await ask('Bob'))[0]).to.equal(2);
    });
  }
});

describe('the limits of more companies than a process remembers', () => {
  it('are read again for the one whose last request is the oldest, and not for all', async () => {
    let reads = 0;
    const maybe = (): Promise<null> => {
      reads += 1;
      return Promise.resolve(null);
    };
    const graph = { bind: () => ({ maybe }) } as never;
    const limit = limitRequests({}, { graph, counter: {} as never, log: {} as never });
    const askAs = async (tenant: number): Promise<void> => {
      await limit({ state: { caller: { kind: 'user', tenantId: String(tenant) } } } as never, () => Promise.resolve());
    };
    for (let tenant = 0; tenant <= 10_000; tenant += 1) await askAs(tenant);
    expect(reads).to.equal(10_001);
    for (let tenant = 1; tenant <= 10_000; tenant += 1) await askAs(tenant);
    expect(reads).to.equal(10_001);
    await askAs(0);
    expect(reads).to.equal(10_002);
  });
});
