// Runs a job of a process in a thread of its own, so that the other jobs do not wait for its computing.
import { Worker, type WorkerOptions } from 'node:worker_threads';

type ThreadOptions<Message> = {
  /** A thread that needs more fails; it takes nothing from the heap of the process. Buffers are not counted. */
  heapMegabytes: number;
  /** Ends the thread. */
  signal?: AbortSignal | undefined;
  /** Buffers of the data that this thread gives away. */
  transfer?: WorkerOptions['transferList'];
  onMessage: (message: Message) => void;
};

/**
 * Runs a program in a thread until it ends.
 *
 * @param program its file, which has `workerData` and posts messages
 * @throws {Error} what the thread throws; that it ended, because of its heap or because of the reason of `signal`
 */
export async function runThread<Message>(
  program: URL,
  workerData: object,
  { heapMegabytes, signal, transfer = [], onMessage }: ThreadOptions<Message>,
): Promise<void> {
  signal?.throwIfAborted();
  const worker = new Worker(program, {
    workerData,
    transferList: transfer,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  });
  const stop = (): void => void worker.terminate();
  signal?.addEventListener('abort', stop, { once: true });
  worker.on('message', onMessage);
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('error', reject);
      worker.on('exit', (code) =>
        code === 0 ? resolve() : reject(new Error('The thread ended.', { cause: signal?.reason })),
      );
    });
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}
