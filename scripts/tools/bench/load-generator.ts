// The process that sends a load: it receives the load as its first message and `stop` as its second, and replies with the
// samples, their times in milliseconds since the epoch.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kind, Load, Sample } from './load.ts';

const answerWithinMs = 20_000;

const stop = new AbortController();
const load = await new Promise<Load>((resolve) => {
  process.on('message', (message: Load | 'stop') => (message === 'stop' ? stop.abort() : resolve(message)));
});
process.once('disconnect', () => process.exit(1)); // the parent has ended
const samples = await runLoad(load, stop.signal);
process.send?.(samples, () => process.exit());

async function runLoad({ url, kinds, perSecond, connections }: Load, signal: AbortSignal): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const samples: Sample[] = [];
  const sendNext = async (place: number): Promise<void> => {
    const kind = kinds[place % kinds.length] as Kind;
    samples.push(await send(agent, url, kind, Math.floor(place / kinds.length)));
  };
  if (perSecond === null) {
    const sendUntilStopped = async (_: unknown, first: number): Promise<void> => {
      for (let place = first; !signal.aborted; place += connections) await sendNext(place);
    };
    await Promise.all(Array.from({ length: connections }, sendUntilStopped));
  } else await sendAtRate(perSecond, sendNext, signal);
  agent.destroy();
  return samples;
}

/** Starts requests at a fixed rate until `signal` aborts, then waits for their answers. */
async function sendAtRate(
  perSecond: number,
  sendNext: (place: number) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const pending = new Set<Promise<void>>();
  const started = performance.now();
  for (let sent = 0; !signal.aborted;) {
    const due = Math.floor(((performance.now() - started) * perSecond) / 1_000);
    for (; sent < due; sent += 1) {
      const answered: Promise<void> = sendNext(sent).finally(() => pending.delete(answered));
      pending.add(answered);
    }
    await pause(2);
  }
  await Promise.all(pending);
}

function send(agent: Agent, url: string, kind: Kind, turn: number): Promise<Sample> {
  const { name, method, path, token, bodies, accept } = kind;
  let sentAt = performance.now();
  const text = bodies && JSON.stringify(bodies[turn % bodies.length]);
  const headers = {
    authorization: `Bearer ${token}`,
    ...(text && { 'content-type': 'application/json' }),
    ...(accept !== undefined && { accept }),
  };
  return new Promise((resolve) => {
    const end = (status: number): void =>
      resolve({ kind: name, sentAt: performance.timeOrigin + sentAt, ms: performance.now() - sentAt, status });
    const sent = request(url + path, { agent, method, headers, timeout: answerWithinMs }, (response) => {
      response.resume();
      response.on('close', () => end(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.on('socket', () => (sentAt = performance.now()));
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => {
      // The server closed an idle connection as it was used again; clients send such a request over a new one.
      if (sent.reusedSocket) resolve(send(agent, url, kind, turn));
      else end(0);
    });
    sent.end(text);
  });
}
