// The queues over a Redis in good health: what is sent is taken, once, and what fails is dropped.
import { expect } from 'chai';
import { createClient } from 'redis';
import { readConfig } from '../../../../src/platform/config/config.ts';
import { createJobRunner, type Job } from '../../../../src/platform/outbox/queues/job-runner.ts';
import type { Queues } from '../../../../src/platform/outbox/queues/queues.ts';
import { endQueues, freshPrefix, jobs, noting, open, until } from '../../../support/queues.ts';

const limits = { concurrency: 4, timeoutMs: 10_000 };
const one = { concurrency: 1, timeoutMs: 10_000 };

/** True once the queue holds nothing in any state. */
const isEmpty = async (queues: Queues): Promise<boolean> => {
  const { waiting, active } = (await queues.counts()).emails;
  return waiting + active === 0;
};

endQueues();

describe('the queues', () => {
  const { REDIS_URL: url } = readConfig();
  let prefix: string;
  let queues: Queues;
  beforeEach(() => {
    prefix = freshPrefix();
    queues = open(url, prefix);
  });

  it('hand each job to one of the workers, and once', async () => {
    const other = open(url, prefix);
    const here = noting();
    const there = noting();
    queues.work('emails', here.handler, limits);
    other.work('emails', there.handler, limits);
    const sent = jobs(2_000);
    await queues.send('emails', sent);
    await until(() => here.taken.length + there.taken.length >= sent.length);
    await until(() => isEmpty(queues));
    expect([...here.taken, ...there.taken].sort()).to.deep.equal(sent.flatMap(({ ids }) => ids).sort());
    expect(here.taken.length).to.be.within(1, sent.length - 1);
  });

  it('keep a job to its queue', async () => {
    const emails = noting();
    const imports = noting();
    queues.work('emails', emails.handler, one);
    queues.work('imports', imports.handler, one);
    await queues.send('emails', jobs(3));
    await queues.send('imports', jobs(1));
    await until(() => emails.taken.length === 3 && imports.taken.length === 1);
  });

  it('run a job once that is sent again while it waits, and again when it is sent after it succeeded', async () => {
    const job = jobs(1);
    const last = jobs(1);
    await Promise.all([queues.send('emails', job), queues.send('emails', job)]);
    await queues.send('emails', [...job, ...job, ...last]);
    expect((await queues.counts()).emails).to.deep.equal({ waiting: 2, active: 0 });
    const { taken, handler } = noting();
    queues.work('emails', handler, one);
    await until(() => isEmpty(queues));
    expect(taken).to.deep.equal([...job, ...last].flatMap(({ ids }) => ids));
    await queues.send('emails', job);
    await until(() => taken.length === 3);
  });

  it('drop the job of a handler that throws, in any way, and run it when it is sent again', async () => {
    const ways = [
      () => Promise.reject(new Error('first')),
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors
      () => Promise.reject(),
      () => {
        throw new Error('third');
      },
    ];
    const logged: string[] = [];
    const worker = open(url, prefix, logged);
    const { taken, handler } = noting(() => ways[taken.length - 1]?.() ?? Promise.resolve());
    worker.work('emails', handler, one);
    const job = jobs(1);
    for (let run = 1; run <= 4; run++) {
      await queues.send('emails', job);
      await until(() => isEmpty(queues));
      expect(taken).to.have.length(run);
    }
    expect(logged.filter((line) => line.includes('job failed'))).to.have.length(3);
  });

  it('abort the signal of a job at its time limit, and abandon a handler that ignores it', async () => {
    const signals: AbortSignal[] = [];
    const [stuck, next] = jobs(2);
    const { taken, handler } = noting((job, signal) => {
      signals.push(signal);
      return job.ids[0] === stuck?.ids[0] ? new Promise(() => undefined) : Promise.resolve();
    });
    queues.work('emails', handler, { concurrency: 1, timeoutMs: 200 });
    await queues.send(
      'emails',
      [stuck, next].filter((job) => job !== undefined),
    );
    await until(() => taken.includes(next?.ids[0] ?? ''));
    expect(signals[0]?.aborted).to.equal(true);
    expect(signals.at(-1)?.aborted).to.equal(false);
  });

  it('take no more than the given number at a time', async () => {
    let now = 0;
    let most = 0;
    const { taken, handler } = noting(async () => {
      most = Math.max(most, ++now);
      await new Promise((resolve) => setTimeout(resolve, 5));
      now--;
    });
    queues.work('emails', handler, limits);
    await queues.send('emails', jobs(100));
    await until(() => taken.length === 100 && now === 0);
    expect(most).to.equal(limits.concurrency);
  });

  it('do not begin a job that waited for room until the process stops', async () => {
    let finish = (): void => undefined;
    const { taken, handler } = noting(() => new Promise((resolve) => (finish = resolve)));
    const runs = createJobRunner(handler, one);
    const [first, second] = jobs(2) as [Job, Job];
    const running = runs.run(first);
    const waiting = runs.run(second).catch((error: Error) => error.message);
    void runs.stop(1_000);
    finish();
    await running;
    expect([await waiting, taken]).to.deep.equal(['The process is stopping.', first.ids]);
  });

  it('do not take their own being busy for a fault of Redis', async () => {
    await queues.counts();
    const counting = queues.counts();
    await new Promise(setImmediate);
    const started = performance.now();
    while (performance.now() - started < 1_200);
    await counting;
  });

  it('remove the key of a job that has ended, instead of requeueing it forever', async () => {
    const redis = createClient({ url });
    await redis.connect();
    await redis.lPush(`${prefix}:emails:waiting`, 'ghost');
    queues.work('emails', noting().handler, one);
    await until(async () => (await redis.lLen(`${prefix}:emails:active`)) === 1);
    await until(() => isEmpty(queues));
    redis.destroy();
  });
});
