// A job's thread: what it posts, and how it fails without harm to the process.
import { expect } from 'chai';
import { runThread } from '../../../src/platform/lib/threads.ts';

const program = new URL('../../support/thread-task.ts', import.meta.url);
const numbers = (): Uint8Array<ArrayBuffer> => new Uint8Array([1, 2, 3]);

describe('a job in a thread', () => {
  async function run(
    task: string,
    signal?: AbortSignal,
    onMessage: (message: unknown) => void = () => undefined,
  ): Promise<unknown> {
    const data = { task, numbers: numbers() };
    await runThread(program, data, { heapMegabytes: 16, signal, transfer: [data.numbers.buffer], onMessage });
    return data.numbers.length;
  }
  const refusalOf = (work: Promise<unknown>): Promise<Error & { code?: string }> =>
    work.then(
      () => Promise.reject(new Error('It succeeded.')),
      (error: unknown) => error as Error,
    );

  it('posts its messages, and has the buffers that were given away', async () => {
    const posted: unknown[] = [];
    expect(await run('add', undefined, (message) => posted.push(message))).to.equal(0);
    expect(posted).to.deep.equal([{ sum: 6 }]);
  });

  it('fails with its own error, or when its heap is full, and the next one works', async function () {
    this.timeout(30_000);
    expect(await refusalOf(run('throw'))).to.include({ message: 'It cannot be added.' });
    expect(await refusalOf(run('fill'))).to.include({ code: 'ERR_WORKER_OUT_OF_MEMORY' });
    await run('add');
  });

  it('ends when aborted, before or while it works', async function () {
    this.timeout(30_000);
    const abort = new AbortController();
    const reason = new Error('Too slow.');
    const spinning = refusalOf(run('spin', abort.signal, () => abort.abort(reason)));
    expect(await spinning).to.include({ message: 'The thread ended.', cause: reason });
    expect(await refusalOf(run('add', abort.signal))).to.equal(reason);
  });
});
