// Measures requests of one client or of many, always several kinds in one run.
import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import { isSmall, sized } from './form.ts';
import { percentile } from './load.ts';
import { sumProcessorTime, type Pid } from './processor-time.ts';
import { logProgress } from './progress.ts';

/** A request to measure. `url` and `token` override the target's; path, token and body may differ each time. */
export type RequestSpec = {
  name: string;
  url?: string;
  method?: 'GET' | 'POST' | 'PUT';
  path(turn: number): string;
  token?(turn: number): string;
  body?(turn: number): string;
  headers?(turn: number): Record<string, string>;
};
/** The median and the 99th percentile of the requests, in milliseconds. */
export type Timing = { p50: number; p99: number };
/** `cpuMs` is the processor time of the service for each of the `count` requests. */
export type Throughput = Timing & { count: number; perSecond: number; cpuMs: number };

/** Paths of requests are relative to `url`, which mostly ends in the version prefix. */
export type Target = { url: string; token: string };

/** One round of one kind takes `seconds`. */
export type Rounds = { clients: number; warmUp: number; rounds: number; seconds: number };
/**
 * @param pids the processes whose processor time is counted
 * @param settle awaited after each request; the processor time until then counts
 */
export type Observed = { pids: readonly Pid[]; settle?: () => Promise<void> };

/** Prepared in advance for all clients together, since preparing them during the run would load the measured machine. */
const preparedRequests = { read: 1_024, change: sized(4_096, 512) };
const pollIntervalMs = 50;
/** The load ends without waiting for its last changes, which may wait for each other. */
const inFlightMs = sized(500, 100);
/** The share of a round that may be refused. The small form runs beside tests, on a busy machine. */
const maxRefused = sized(0.01, 0.5);
const servedWithinMs = 60_000;

/**
 * Sends the requests alternately from one client, `turns` times after a warm-up: disturbances affect all of them.
 *
 * @returns timings by name
 */
export async function measureAlternating(
  target: Target,
  specs: RequestSpec[],
  turns: number,
): Promise<Record<string, Timing>> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const samples: Record<string, number[]> = Object.fromEntries(specs.map(({ name }) => [name, []]));
  const warmUp = Math.ceil(turns / 5);
  if (isSmall) await untilServed(target, specs);
  for (let turn = -warmUp; turn < turns; turn += 1) {
    for (const spec of specs) {
      const started = performance.now();
      await send(target, agent, spec, turn + warmUp);
      if (turn >= 0) samples[spec.name]?.push(performance.now() - started);
    }
  }
  agent.destroy();
  return Object.fromEntries(Object.entries(samples).map(([name, times]) => [name, timing(times)]));
}

/**
 * Sends one kind of request from `clients` clients for some seconds, then the next, for `rounds` rounds after the warm-up
 * rounds. Changes are never repeated.
 *
 * @returns the rounds by name, in the same order: a request and its floor are compared within a round
 */
export async function measureConcurrent(
  target: Target,
  specs: RequestSpec[],
  { clients, warmUp, rounds, seconds }: Rounds,
  observed: Observed,
): Promise<Record<string, Throughput[]>> {
  const results: Record<string, Throughput[]> = Object.fromEntries(specs.map(({ name }) => [name, []]));
  if (isSmall) await untilServed(target, specs);
  for (let round = -warmUp; round < rounds; round += 1) {
    for (const spec of specs) {
      const measured = await untilMostServed(() => runLoad(target, spec, clients, seconds, observed));
      if (round >= 0) results[spec.name]?.push(measured);
    }
  }
  return results;
}

/** The next unused turn of each kind: a change must not be repeated. */
const nextTurns = new Map<string, number>();

/** In place of a long warm-up: sends each request until it is served, after which its queries are planned. */
async function untilServed(target: Target, specs: RequestSpec[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const spec of specs) {
    const turn = nextTurns.get(spec.name) ?? 0;
    nextTurns.set(spec.name, turn + 1);
    const deadline = performance.now() + servedWithinMs;
    for (;;) {
      const fault = await send(target, agent, spec, turn).then(
        () => null,
        (error: Error) => error,
      );
      if (fault === null) break;
      if (!fault.message.endsWith(': 503') || performance.now() > deadline) throw fault;
    }
  }
  agent.destroy();
}

/**
 * The small form measures a round again when most of it was refused with 503: the machine was busy with something else for all of
 * these moments. Only so long that a service that refuses everything is noticed.
 */
async function untilMostServed(measure: () => Promise<Throughput>): Promise<Throughput> {
  const deadline = performance.now() + servedWithinMs;
  for (;;) {
    try {
      return await measure();
    } catch (error) {
      const isBusy = error instanceof TooManyRefused && error.allOverloaded;
      if (!isSmall || !isBusy || performance.now() > deadline) throw error;
      logProgress(error.message);
    }
  }
}

class TooManyRefused extends Error {
  readonly allOverloaded: boolean;
  /** @param allOverloaded whether each refusal was a 503 */
  constructor(message: string, allOverloaded: boolean) {
    super(message);
    this.allOverloaded = allOverloaded;
  }
}

/** Sends one kind of request from `clients` clients for some seconds. @throws {Error} when more than a few are refused */
export async function runLoad(
  target: Target,
  spec: RequestSpec,
  clients: number,
  seconds: number,
  { pids, settle = () => Promise.resolve() }: Observed,
): Promise<Throughput> {
  const perClient = Math.ceil(preparedRequests[spec.body ? 'change' : 'read'] / clients);
  const firstTurn = nextTurns.get(spec.name) ?? 0;
  nextTurns.set(spec.name, firstTurn + perClient * clients);
  let client = 0;
  let started = 0;
  let answeredAt = 0;
  const times: number[] = [];
  const before = sumProcessorTime(pids);
  const { non2xx, errors, statusCodeStats } = await autocannon({
    url: spec.url ?? target.url,
    connections: clients,
    duration: seconds,
    sampleInt: pollIntervalMs,
    setupClient(sender) {
      const turn = firstTurn + perClient * client;
      client += 1;
      if (client === clients) setImmediate(() => (started = performance.now())); // all clients connect in this tick
      sender.setRequests(Array.from({ length: perClient }, (_, at) => prepare(target, spec, turn + at)));
      sender.on('response', (_status: number, _bytes: number, ms: number) => {
        answeredAt = performance.now();
        times.push(ms);
      });
    },
  });
  const refused = non2xx + errors;
  const outcome = `${spec.name}, ${clients} clients: ${errors} errors, ${JSON.stringify(statusCodeStats)}`;
  if (refused > maxRefused * times.length)
    throw new TooManyRefused(outcome, refused === (statusCodeStats?.['503']?.count ?? 0));
  if (refused > 0) logProgress(outcome);
  if (spec.body) await pause(inFlightMs);
  await settle();
  const cpuMs = (sumProcessorTime(pids) - before) / times.length;
  const perSecond = times.length / ((answeredAt - started) / 1_000);
  return { ...timing(times), count: times.length, perSecond, cpuMs };
}

function prepare(target: Target, spec: RequestSpec, turn: number): autocannon.Request {
  const pathname = new URL(target.url).pathname.replace(/\/$/, '');
  const body = spec.body?.(turn);
  return {
    method: spec.method ?? 'GET',
    path: pathname + spec.path(turn),
    headers: createHeaders(target, spec, turn),
    ...(body && { body }),
  };
}

function createHeaders({ token }: Target, spec: RequestSpec, turn: number): Record<string, string> {
  return {
    authorization: `Bearer ${spec.token?.(turn) ?? token}`,
    ...(spec.body && { 'content-type': 'application/json' }),
    ...spec.headers?.(turn),
  };
}

function send(target: Target, agent: Agent, spec: RequestSpec, turn: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = createHeaders(target, spec, turn);
    const sent = request(
      `${spec.url ?? target.url}${spec.path(turn)}`,
      { agent, method: spec.method ?? 'GET', headers },
      (response) => {
        response.resume();
        response.on('end', () => {
          if (response.statusCode === 200 || response.statusCode === 201) resolve();
          else reject(new Error(`${spec.name}: ${response.statusCode}`));
        });
      },
    );
    sent.on('error', reject);
    sent.end(spec.body?.(turn));
  });
}

function timing(times: number[]): Timing {
  return { p50: percentile(times, 0.5), p99: percentile(times, 0.99) };
}
