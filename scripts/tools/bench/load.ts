// A load at a fixed rate, independent of the answers, or of clients that wait for each answer. A separate process sends it,
// so its event loop delays neither the measurement nor the service.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectFolder } from '../../../src/lib/project-folder.ts';

/** A kind of request. Its share of the load is its share of the list. */
export type Kind = {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token: string;
  /** Sent in rotation. */
  bodies?: readonly unknown[];
};
/** `perSecond` null: each connection sends its next request when the last is answered. */
export type Load = { url: string; kinds: readonly Kind[]; perSecond: number | null; connections: number };
/** The outcome of a request; status 0 means no answer. Times are milliseconds of `performance.now()` of this process. */
export type Sample = { kind: string; sentAt: number; ms: number; status: number };

/** `delayMs`: the 99th percentile of the event loop's delay in the sending process, which the times include. */
export type Sent = { samples: Sample[]; delayMs: number };

/**
 * Sends requests until `signal` aborts, then waits for the answers. While all connections are busy, a request waits; its
 * time counts from when it is sent.
 */
export async function sendSteadily(load: Load & { signal: AbortSignal }): Promise<Sample[]> {
  return (await sendAndWatch(load)).samples;
}

/** Like `sendSteadily`, and reports how late the sending process itself was. */
export async function sendAndWatch({ signal, ...load }: Load & { signal: AbortSignal }): Promise<Sent> {
  const generator = fork(path.join(projectFolder, 'scripts', 'tools', 'bench', 'load-generator.ts'), {
    serialization: 'advanced',
  });
  const answered = once(generator, 'message') as Promise<[Sent]>;
  generator.send(load);
  if (!signal.aborted) await once(signal, 'abort');
  generator.send('stop');
  const [{ samples, delayMs }] = await answered;
  return { samples: samples.map((sample) => ({ ...sample, sentAt: sample.sentAt - performance.timeOrigin })), delayMs };
}

/** Returns a percentile of the numbers; NaN without numbers. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
