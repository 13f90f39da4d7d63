// Redis is disposable: whatever becomes of it, every event reaches its people once, in the application at once.
import { expect } from 'chai';
import { readConfig } from '../../../src/platform/config/config.ts';
import { openRedis, type Redis } from '../../../src/platform/outbox/queues/redis.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker, type InProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { announce, recordsOf, settled } from '../../support/outbox.ts';
import { proxy, type Proxy } from '../../support/proxy.ts';
import { redisServer, type RedisServer } from '../../support/redis-server.ts';
import { service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const backWithin = 10;

describe('the outbox and Redis', () => {
  const api = service();
  let silent: Proxy;
  let silentRedis: Redis;
  before(async () => {
    silent = await proxy(readConfig().REDIS_URL);
    silent.hang();
  });
  const cutOff = service(({ log }) => ({ redis: (silentRedis = openRedis(`redis://127.0.0.1:${silent.port}`, log)) }));
  after(async () => {
    silentRedis.close();
    await silent.close();
  });
  const people = ['Bob', 'Cy', 'Dee', 'Eve', 'Fay'];
  let acme: Company;
  let redis: RedisServer;
  const mailbox = sharedInbox();
  let worker: InProcessWorker | undefined;

  before(async () => {
    redis = await redisServer();
  });
  beforeEach(async () => {
    await endDueEvents(api);
    acme = await company(api, `Ada\n${people.map((name) => `  ${name}`).join('\n')}`);
  });
  afterEach(async () => {
    await worker?.stop();
    await redis.kill();
    redis.empty();
  });

  const open = (): InProcessWorker =>
    startInProcessWorker(api, { ses: mailbox.url, redis: `redis://127.0.0.1:${redis.port}` });
  const records = (count: number, seconds: number) =>
    until(
      () => recordsOf(api, acme),
      ({ all }) => all >= count,
      seconds,
    );
  const refused = (): boolean => (worker?.logged ?? []).some((line) => line.includes('queue unavailable'));

  it('loses nothing while Redis is away at the start, notifies in the application, and mails after its return', async () => {
    await announce(api, acme, people);
    worker = open();
    await until(() => Promise.resolve(refused()), Boolean);
    await announce(api, acme, people);
    expect(await records(10, backWithin)).to.deep.equal({ all: 10, different: 10 }); // these do not need Redis
    await redis.start();
    expect(await records(10, backWithin)).to.deep.equal({ all: 10, different: 10 });
    expect((await settled(api, acme)).every(({ status }) => status === 'done')).to.equal(true);
  });

  it('loses nothing and notifies nobody twice when Redis is repeatedly killed, emptied and restarted', async () => {
    await redis.start();
    worker = open();
    for (let round = 1; round <= 3; round += 1) {
      for (let place = 0; place < 10; place += 1) await announce(api, acme, people);
      await redis.kill();
      redis.empty();
      await announce(api, acme, people);
      await redis.start();
      const before = (await recordsOf(api, acme)).all;
      await announce(api, acme, people);
      await records(before + people.length, backWithin);
    }
    const told = 3 * 12 * people.length;
    expect(await records(told, 40)).to.deep.equal({ all: told, different: told });
    const rows = await settled(api, acme);
    expect(rows.filter(({ status }) => status !== 'done')).to.deep.equal([]);
    expect(rows.filter(({ type }) => type === 'email.send')).to.have.length(told);
  });

  it('answers requests while Redis takes connections and stays silent', async () => {
    await announce(cutOff, acme, people);
    const ready = await (await fetch(`${cutOff.url}/readyz`)).json();
    expect(ready).to.include({ status: 'degraded', neo4j: 'up', redis: 'down' });
  });
});
