// The end of a worker: told to close it loses nothing, and killed its jobs are taken by another.
import { once } from 'node:events';
import { expect } from 'chai';
import { readConfig } from '../../../../src/platform/config/config.ts';
import { endQueues, freshPrefix, jobs, noting, open, until, workerProcess } from '../../../support/queues.ts';

const one = { concurrency: 1, timeoutMs: 10_000 };

endQueues();

describe('closing the queues', () => {
  const { REDIS_URL: url } = readConfig();

  it('waits for the job under way, and takes no other', async () => {
    const prefix = freshPrefix();
    const queues = open(url, prefix);
    const watching = open(url, prefix);
    let finish = (): void => undefined;
    const { taken, handler } = noting(() => new Promise((resolve) => (finish = resolve)));
    queues.work('emails', handler, one);
    await queues.send('emails', jobs(2));
    await until(() => taken.length === 1);
    let closed = false;
    const closing = queues.close(10_000).then(() => (closed = true));
    await watching.counts();
    expect(closed).to.equal(false);
    finish();
    await closing;
    expect(taken).to.have.length(1);
    expect((await watching.counts()).emails).to.include({ waiting: 1, active: 0 });
  });

  for (const [how, listens] of Object.entries({ 'stops at its signal': true, 'ignores its signal': false })) {
    it(`drops a job whose handler ${how}, which another worker takes when it is sent again`, async () => {
      const prefix = freshPrefix();
      const queues = open(url, prefix);
      const other = open(url, prefix);
      const job = jobs(1);
      await other.send('emails', job);
      const stuck = noting((_, signal) =>
        listens ? once(signal, 'abort').then(() => signal.throwIfAborted()) : new Promise(() => undefined),
      );
      queues.work('emails', stuck.handler, one);
      await until(() => stuck.taken.length === 1);
      await queues.close(50);
      expect((await other.counts()).emails).to.deep.equal({ waiting: 0, active: 0 });
      await other.send('emails', job);
      const { taken, handler } = noting();
      other.work('emails', handler, one);
      await until(() => taken.length === 1);
    });
  }

  it('leaves nothing that keeps the process alive', async () => {
    const prefix = freshPrefix();
    const child = workerProcess(url, prefix, 'closes');
    const exited = once(child, 'exit');
    await open(url, prefix).send('emails', jobs(1));
    await once(child, 'message');
    expect(await exited).to.deep.equal([0, null]);
  });

  it('is not needed: the job of a killed worker is taken by another', async () => {
    const prefix = freshPrefix();
    const child = workerProcess(url, prefix, 'holds');
    const queues = open(url, prefix);
    const job = jobs(1);
    await queues.send('emails', job);
    const [id] = (await once(child, 'message')) as [string];
    const { taken, handler } = noting();
    queues.work('emails', handler, one);
    child.kill('SIGKILL');
    await until(() => taken.length === 1);
    expect(taken).to.deep.equal([id]);
  });
});
