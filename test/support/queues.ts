// Queues under test: opened for one test with a prefix of its own, watched, and closed after it.
import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { afterEach } from 'mocha';
import pino from 'pino';
import { openQueues, type Queues } from '../../src/platform/outbox/queues/queues.ts';
import type { Handler, Job } from '../../src/platform/outbox/queues/job-runner.ts';
import { until as untilSeen } from './until.ts';

const opened: Queues[] = [];
const children: ChildProcess[] = [];

/** For a file of tests: no queue or process outlives the test that opened it. */
export function endQueues(): void {
  afterEach(async () => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
    await Promise.all(opened.splice(0).map((queues) => queues.close(0)));
  });
}

/** A name that keeps a test apart from others in the same Redis. */
export const freshPrefix = (): string => `test-${randomUUID()}`;

export const jobs = (count: number): Job[] => {
  const tenantId = randomUUID();
  return Array.from({ length: count }, () => ({ tenantId, ids: [randomUUID()] }));
};

/** Opens queues that are closed after the test; `logged` gathers the lines they log. */
export function open(url: string, prefix: string, logged: string[] = []): Queues {
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) });
  const queues = openQueues(url, log, { prefix });
  opened.push(queues);
  return queues;
}

/** A handler that notes the ids of the jobs it is given, and then does what `then` says. */
export function noting(then: Handler = () => Promise.resolve()): { taken: string[]; handler: Handler } {
  const taken: string[] = [];
  const handler: Handler = (job, signal) => {
    taken.push(...job.ids);
    return then(job, signal);
  };
  return { taken, handler };
}

/** A worker of the queue `emails` as a process of its own; it sends the ids it takes, and never ends a job. */
export function workerProcess(url: string, prefix: string, mode: 'holds' | 'closes'): ChildProcess {
  const child = spawn(process.execPath, ['test/support/queue-worker.ts', url, prefix, mode], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  children.push(child);
  return child;
}

/** Waits until the condition holds. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  await untilSeen(async () => holds(), Boolean);
}

/** Waits for this to reject; throws when it does not. */
export async function rejects(work: Promise<unknown>): Promise<void> {
  if (await answers(work)) throw new Error('It did not reject.');
}

/** Whether this is done, or rejects. */
export const answers = (work: Promise<unknown>): Promise<boolean> =>
  work.then(
    () => true,
    () => false,
  );

/** Sends again until Redis takes the jobs, as the relay does. */
export const sendAtLast = (queues: Queues, sent: readonly Job[]): Promise<void> =>
  until(() => answers(queues.send('emails', sent)));
