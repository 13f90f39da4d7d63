// An open-loop load: requests leave at a fixed rate whatever comes back, as they do when many people use a service.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

/** A request, as often as it stands in the list of them. */
export type Kind = {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  path: string;
  token: string;
  body?: (turn: number) => unknown;
};
/** What came of one request; status 0 is no answer. Times are milliseconds of `performance.now()`. */
export type Sample = { kind: string; sentAt: number; ms: number; status: number };

const answerWithinMs = 20_000;

/**
 * Sends `perSecond` requests over at most `connections` connections until `signal` aborts, then waits for the answers.
 * A request that finds every connection busy is sent when one is free; its time counts from then.
 */
export async function fireSteadily(
  url: string,
  kinds: readonly Kind[],
  { perSecond, connections, signal }: { perSecond: number; connections: number; signal: AbortSignal },
  onSample: (sample: Sample) => void = () => undefined,
): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const samples: Sample[] = [];
  const underWay = new Set<Promise<void>>();
  const started = performance.now();
  for (let sent = 0; !signal.aborted;) {
    const due = Math.floor(((performance.now() - started) * perSecond) / 1_000);
    for (; sent < due; sent += 1) {
      const kind = kinds[sent % kinds.length] as Kind;
      const answered = send(agent, url, kind, sent).then((sample) => {
        samples.push(sample);
        onSample(sample);
        underWay.delete(answered);
      });
      underWay.add(answered);
    }
    await pause(2);
  }
  await Promise.all(underWay);
  agent.destroy();
  return samples;
}

function send(agent: Agent, url: string, { name, method, path, token, body }: Kind, turn: number): Promise<Sample> {
  let sentAt = performance.now();
  const text = body && JSON.stringify(body(turn));
  const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) };
  return new Promise((resolve) => {
    const end = (status: number): void => resolve({ kind: name, sentAt, ms: performance.now() - sentAt, status });
    const sent = request(url + path, { agent, method, headers, timeout: answerWithinMs }, (response) => {
      response.resume();
      response.on('close', () => end(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.on('socket', () => (sentAt = performance.now()));
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => end(0));
    sent.end(text);
  });
}

/** A percentile of sorted or unsorted numbers; NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}
