// The queues over a Redis that ends and starts again, with its data or without; and ways to reach one.
import { expect } from 'chai';
import { queueNames } from '../../../../src/platform/outbox/queues/queues.ts';
import { createClient } from 'redis';
import { endQueues, freshPrefix, jobs, noting, open, rejects, sendAtLast, until } from '../../../support/queues.ts';
import { redisServer, type RedisServer } from '../../../support/redis-server.ts';

const one = { concurrency: 1, timeoutMs: 30_000 };

endQueues();

describe('the queues over a Redis that ends', () => {
  let redis: RedisServer;
  let url: string;
  beforeEach(async () => {
    redis = await redisServer();
    url = `redis://127.0.0.1:${redis.port}`;
  });
  afterEach(async () => {
    await redis.kill();
    redis.empty();
  });

  for (const [how, emptied] of Object.entries({ empty: true, 'with its data': false })) {
    it(`work again when it comes back ${how}`, async () => {
      await redis.start();
      const prefix = freshPrefix();
      const queues = open(url, prefix);
      const { taken, handler } = noting();
      queues.work('emails', handler, one);
      await queues.send('emails', jobs(1));
      await until(() => taken.length === 1);
      await redis.kill();
      if (emptied) redis.empty();
      await rejects(queues.send('emails', jobs(1)));
      await redis.start();
      await sendAtLast(queues, jobs(1));
      await until(() => taken.length >= 2);
    });
  }

  it('work once it comes when it was not there at their start', async () => {
    const prefix = freshPrefix();
    const sender = open(url, prefix);
    const worker = open(url, prefix);
    const { taken, handler } = noting();
    worker.work('emails', handler, one);
    await rejects(sender.send('emails', jobs(1)));
    await redis.start();
    await sendAtLast(sender, jobs(1));
    await until(() => taken.length >= 1);
  });

  it('send at once when Redis lost their scripts, and keep processing', async () => {
    await redis.start();
    const queues = open(url, freshPrefix());
    const { taken, handler } = noting();
    queues.work('emails', handler, one);
    await queues.send('emails', jobs(1));
    await until(() => taken.length === 1);
    const client = createClient({ url });
    await client.connect();
    await client.scriptFlush();
    client.destroy();
    await queues.send('emails', jobs(1));
    await until(() => taken.length === 2);
  });

  it('say once that Redis is gone, and once that it is back', async () => {
    await redis.start();
    const logged: string[] = [];
    const queues = open(url, freshPrefix(), logged);
    await queues.send('emails', jobs(1));
    await redis.kill();
    await rejects(queues.send('emails', jobs(1)));
    await redis.start();
    const back = (): number => logged.filter((line) => line.includes('queue connection restored')).length;
    await until(() => back() === queueNames.length);
    expect(logged.filter((line) => line.includes('queue connection lost'))).to.have.length(queueNames.length);
  });
});

describe('the URL of the queues', () => {
  let redis: RedisServer;
  before(async () => {
    redis = await redisServer(['--requirepass', 'p@ss word']);
    await redis.start();
  });
  after(async () => {
    await redis.kill();
    redis.empty();
  });

  it('may carry a user, a password and a database', async () => {
    const at = `127.0.0.1:${redis.port}`;
    for (const [user, db] of Object.entries({ '': '', default: '2' })) {
      const prefix = freshPrefix();
      const url = `redis://${user}:${encodeURIComponent('p@ss word')}@${at}/${db}`;
      await open(url, prefix).send('emails', jobs(1));
      const client = createClient({ url });
      await client.connect();
      expect(await client.lLen(`${prefix}:emails:waiting`)).to.equal(1);
      client.destroy();
    }
  });

  it('is refused at once when it is not a Redis address', () => {
    expect(() => open('nonsense', freshPrefix())).to.throw('Invalid URL');
  });

  it('with a wrong password sends nothing, hangs nothing and logs no password', async () => {
    const logged: string[] = [];
    const queues = open(`redis://:not-the-one@127.0.0.1:${redis.port}`, freshPrefix(), logged);
    await rejects(queues.send('emails', jobs(1)));
    expect(logged.join()).to.include('WRONGPASS').and.not.include('not-the-one');
  });
});
