// The queues over a Redis that goes away: nothing hangs, and when it is back so are they.
import { once } from 'node:events';
import { expect } from 'chai';
import { readConfig } from '../../../../src/platform/config/config.ts';
import { proxy, type Proxy } from '../../../support/proxy.ts';
import {
  endQueues,
  answers,
  freshPrefix,
  jobs,
  noting,
  open,
  rejects,
  sendAtLast,
  until,
} from '../../../support/queues.ts';

const one = { concurrency: 1, timeoutMs: 30_000 };

endQueues();

describe('the queues over a bad connection', () => {
  const { REDIS_URL: direct } = readConfig();
  let between: Proxy;
  let url: string;
  let prefix: string;
  before(async () => {
    between = await proxy(direct);
    url = `redis://127.0.0.1:${between.port}`;
  });
  beforeEach(async () => {
    prefix = freshPrefix();
    await between.up();
  });
  after(() => between.close());

  const ways = { down: () => between.down(), hanging: () => Promise.resolve(between.hang()) };
  for (const [how, break_] of Object.entries(ways)) {
    it(`refuse what they cannot send while Redis is away, and send it when Redis is back (${how})`, async () => {
      const queues = open(url, prefix);
      await queues.send('emails', jobs(1));
      await break_();
      const sent = jobs(2);
      await Promise.all([rejects(queues.send('emails', sent)), rejects(queues.counts())]);
      await rejects(queues.send('emails', sent));
      await between.up();
      await sendAtLast(queues, jobs(1));
      await until(() => answers(queues.counts()));
      expect((await queues.counts()).emails.waiting).to.be.within(2, 4); // a refused one may have been taken
    });

    it(`take jobs after a fault in the moment they start (${how})`, async () => {
      const queues = open(url, prefix);
      await open(direct, prefix).send('emails', jobs(1));
      const { taken, handler } = noting();
      queues.work('emails', handler, one);
      await break_();
      await rejects(queues.counts());
      await between.up();
      await until(() => taken.length === 1);
    });

    it(`take jobs again when a fault passed while one ran, and that one as well: its lease ends it at once (${how})`, async () => {
      const logged: string[] = [];
      const says = (text: string): Promise<void> => until(() => logged.some((line) => line.includes(text)));
      const queues = open(url, prefix, logged);
      const sender = open(direct, prefix);
      const finish = new Map<string, () => void>();
      const { taken, handler } = noting(({ ids }) =>
        finish.has(ids.join()) ? Promise.resolve() : new Promise((resolve) => finish.set(ids.join(), resolve)),
      );
      queues.work('emails', handler, { concurrency: 2, timeoutMs: 30_000 });
      const ran = jobs(1);
      const next = jobs(1);
      await sender.send('emails', ran);
      await until(() => taken.length === 1);
      await break_();
      await says('"side":"work","err"');
      await between.up();
      await says('job stalled'); // it comes again
      await until(() => taken.length === 2);
      await sender.send('emails', next);
      await until(() => taken.length === 3);
      for (const end of finish.values()) end();
      await until(async () => (await sender.counts()).emails.active === 0);
      expect(taken).to.deep.equal([...ran, ...ran, ...next].flatMap(({ ids }) => ids));
    });
  }

  it('take no more than the given number at a time when a fault passed while one ran', async () => {
    const queues = open(url, prefix);
    const sender = open(direct, prefix);
    let finish = (): void => undefined;
    const { taken, handler } = noting(() => new Promise((resolve) => (finish = resolve)));
    queues.work('emails', handler, one);
    await sender.send('emails', jobs(1));
    await until(() => taken.length === 1);
    await between.down();
    await between.up();
    await sender.send('emails', jobs(1));
    await until(async () => (await sender.counts()).emails.active === 2);
    expect(taken).to.have.length(1);
    finish();
    await until(() => taken.length === 2);
    finish();
  });

  it('replace a worker connection that stopped responding without an error', async () => {
    const queues = open(url, prefix);
    const sender = open(direct, prefix);
    const { taken, handler } = noting();
    queues.work('emails', handler, one);
    await sender.send('emails', jobs(1));
    await until(() => taken.length === 1);
    await until(() => between.hangThose('brpoplpush') === 1);
    await sender.send('emails', jobs(5));
    await until(() => taken.length >= 6);
  });

  it('give up a connection that hangs while new ones would not', async () => {
    const queues = open(url, prefix);
    await queues.send('emails', jobs(1));
    await until(() => between.hangThose('evalsha') + between.hangThose('exec') >= 4);
    await queues.send('emails', jobs(1)).catch(() => undefined); // or a new connection sends it in time
    await sendAtLast(queues, jobs(1));
  });

  it('close while Redis hangs, and leave no connection', async () => {
    const queues = open(url, prefix);
    const { taken, handler } = noting((_, signal) => once(signal, 'abort').then(() => undefined));
    queues.work('emails', handler, one);
    await queues.send('emails', jobs(1));
    await until(() => taken.length === 1);
    between.hang();
    await queues.close(500);
    await between.up();
    await until(() => between.connections() === 0);
  });
});
