// Measures requests of one client or of many, always several kinds in one run.
import { Agent, request } from 'node:http';
import autocannon from 'autocannon';

/** A request to measure. `url` overrides the target; `path` may differ each time. */
export type Shot = {
  name: string;
  url?: string;
  method?: 'GET' | 'PUT';
  path(turn: number): string;
  body?(turn: number): string;
};
/** The median and the 99th percentile of the requests, in milliseconds. */
export type Timing = { p50: number; p99: number };
export type Throughput = Timing & { perSecond: number };

/** The number of requests prepared in advance, since preparing them during the run would slow the measured machine. */
const paths = 500;

export type Target = { url: string; token: string };

/**
 * Sends the requests alternately from one client, `turns` times after a warm-up: disturbances affect all of them.
 *
 * @returns timings by name
 */
export async function measureAlternating(
  target: Target,
  shots: Shot[],
  turns: number,
): Promise<Record<string, Timing>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const samples: Record<string, number[]> = Object.fromEntries(shots.map(({ name }) => [name, []]));
  const warmUp = Math.ceil(turns / 5);
  for (let turn = -warmUp; turn < turns; turn += 1) {
    for (const shot of shots) {
      const started = performance.now();
      await send(target, agent, shot, turn + warmUp);
      if (turn >= 0) samples[shot.name]?.push(performance.now() - started);
    }
  }
  agent.destroy();
  return Object.fromEntries(Object.entries(samples).map(([name, times]) => [name, timing(times)]));
}

/**
 * Sends one kind of request from `clients` clients for some seconds, then the next, for `rounds` rounds after the warm-up
 * rounds.
 *
 * @returns the rounds by name, in the same order: a request and its floor are compared within a round
 */
export async function measureConcurrent(
  target: Target,
  shots: Shot[],
  { clients, warmUp, rounds, seconds }: { clients: number; warmUp: number; rounds: number; seconds: number },
): Promise<Record<string, Throughput[]>> {
  const results: Record<string, Throughput[]> = Object.fromEntries(shots.map(({ name }) => [name, []]));
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const shot of shots) {
      const fired = await fire(target, shot, clients, seconds);
      if (round >= 0) results[shot.name]?.push(fired);
    }
  }
  return results;
}

async function fire({ url, token }: Target, shot: Shot, clients: number, seconds: number): Promise<Throughput> {
  const { pathname } = new URL(url);
  const requests = Array.from({ length: paths }, (_, turn) => ({ path: pathname + shot.path(turn) }));
  const {
    latency,
    requests: done,
    non2xx,
    errors,
  } = await autocannon({
    url,
    connections: clients,
    duration: seconds,
    headers: { authorization: `Bearer ${token}` },
    requests,
  });
  if (non2xx + errors > 0) throw new Error(`${shot.name}: ${non2xx} rejections, ${errors} errors`);
  return { p50: latency.p50, p99: latency.p99, perSecond: done.average };
}

function send({ url, token }: Target, agent: Agent, shot: Shot, turn: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const body = shot.body?.(turn);
    const headers = { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) };
    const sent = request(
      `${shot.url ?? url}${shot.path(turn)}`,
      { agent, method: shot.method ?? 'GET', headers },
      (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200) resolve();
          else reject(new Error(`${shot.name}: ${response.statusCode}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function timing(times: number[]): Timing {
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { p50: at(0.5), p99: at(0.99) };
}
