// The process that sends a load: it receives the load as its first message and `stop` as its second, and replies with the
// samples, their times in milliseconds since the epoch.
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Kind, Load, Sample } from './load.ts';

const answerWithinMs = 20_000;

const [load] = (await once(process, 'message')) as [Load];
const stop = new AbortController();
process.once('message', () => stop.abort());
process.once('disconnect', () => process.exit(1)); // the parent has ended
process.send?.(await fire(load, stop.signal), () => process.exit());

async function fire({ url, kinds, perSecond, connections }: Load, signal: AbortSignal): Promise<Sample[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const samples: Sample[] = [];
  const pending = new Set<Promise<void>>();
  const started = performance.now();
  for (let sent = 0; !signal.aborted;) {
    const due = Math.floor(((performance.now() - started) * perSecond) / 1_000);
    for (; sent < due; sent += 1) {
      const turn = Math.floor(sent / kinds.length);
      const answered = send(agent, url, kinds[sent % kinds.length] as Kind, turn).then((sample) => {
        samples.push(sample);
        pending.delete(answered);
      });
      pending.add(answered);
    }
    await pause(2);
  }
  await Promise.all(pending);
  agent.destroy();
  return samples;
}

function send(agent: Agent, url: string, kind: Kind, turn: number): Promise<Sample> {
  const { name, method, path, token, bodies } = kind;
  let sentAt = performance.now();
  const text = bodies && JSON.stringify(bodies[turn % bodies.length]);
  const headers = { authorization: `Bearer ${token}`, ...(text && { 'content-type': 'application/json' }) };
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
