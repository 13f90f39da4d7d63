// A load at a fixed rate, independent of the answers, or of clients that wait for each answer. A separate process sends it,
// so its event loop delays neither the measurement nor the service.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { projectFolder } from '../../../src/platform/lib/project-folder.ts';
import { isSmall } from './form.ts';

const generatorStartMs = 1_000;

/** A kind of request. Its share of the load is its share of the list. */
export type Kind = {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token: string;
  accept?: string;
  /** Sent in rotation. */
  bodies?: readonly unknown[];
};
/** `perSecond` null: each connection sends its next request when the last is answered. */
export type Load = { url: string; kinds: readonly Kind[]; perSecond: number | null; connections: number };
/** The outcome of a request; status 0 means no answer. Times are milliseconds of `performance.now()` of this process. */
export type Sample = { kind: string; sentAt: number; ms: number; status: number };

/**
 * Sends requests until `signal` aborts, then waits for the answers. While all connections are busy, a request waits; its
 * time counts from when it is sent.
 */
export async function sendSteadily({ signal, ...load }: Load & { signal: AbortSignal }): Promise<Sample[]> {
  const generator = fork(path.join(projectFolder, 'scripts', 'tools', 'bench', 'load-generator.ts'), {
    serialization: 'advanced',
  });
  const answered = once(generator, 'message') as Promise<[Sample[]]>;
  generator.send(load);
  if (!signal.aborted) await once(signal, 'abort');
  generator.send('stop');
  const [samples] = await answered;
  return samples.map((sample) => ({ ...sample, sentAt: sample.sentAt - performance.timeOrigin }));
}

/** Sends requests while `work` goes on. @returns how long both took @throws {Error} if a request is refused */
export async function sendBeside<T>(
  load: Load,
  work: () => Promise<T>,
): Promise<{ result: T; tookMs: number; times: number[] }> {
  const stop = new AbortController();
  const sending = sendSteadily({ ...load, signal: stop.signal });
  await pause(generatorStartMs);
  const started = performance.now();
  const result = await work();
  const ended = performance.now();
  stop.abort();
  const samples = (await sending).filter(({ sentAt }) => sentAt >= started && sentAt < ended);
  const refused = samples.find(({ status }) => status !== 200 && !(isSmall && status === 503));
  if (refused) throw new Error(`${refused.kind}: ${refused.status}`);
  return { result, tookMs: ended - started, times: samples.map((sample) => sample.ms) };
}

/** True when the answer is a success. */
export const isServed = ({ status }: Sample): boolean => status >= 200 && status < 300;

/** The number of answers of each status. */
export function countByStatus(samples: readonly Sample[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of samples) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Returns a percentile of the numbers; NaN without numbers. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
