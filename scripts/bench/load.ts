// An open-loop load: requests leave at a fixed rate, independent of the answers, as they do when many people use a service.
// A process of its own sends them: its event loop delays neither the measurement nor what is measured.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { projectFolder } from '../../src/graph/query-files.ts';

/** A request, sent as often as it stands in the list of them. */
export type Kind = {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token: string;
  /** Sent in rotation. */
  bodies?: readonly unknown[];
};
export type Load = { url: string; kinds: readonly Kind[]; perSecond: number; connections: number };
/** The outcome of one request; status 0 is no answer. Times are milliseconds of `performance.now()` of this process. */
export type Sample = { kind: string; sentAt: number; ms: number; status: number };

/**
 * Sends requests until `signal` aborts, then waits for the answers. A request that finds every connection busy is sent
 * when one is free; its time counts from then.
 */
export async function fireSteadily({ signal, ...load }: Load & { signal: AbortSignal }): Promise<Sample[]> {
  const generator = fork(path.join(projectFolder, 'dist', 'scripts', 'bench', 'load-generator.js'), {
    execArgv: [],
    serialization: 'advanced',
  });
  const answered = once(generator, 'message') as Promise<[Sample[]]>;
  generator.send(load);
  if (!signal.aborted) await once(signal, 'abort');
  generator.send('stop');
  const [samples] = await answered;
  return samples.map((sample) => ({ ...sample, sentAt: sample.sentAt - performance.timeOrigin }));
}

/** A percentile of sorted or unsorted numbers; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
