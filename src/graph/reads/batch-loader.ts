// Batches identical queries: calls made in the same tick are sent in one round trip.
import type { Record as DriverRecord } from 'neo4j-driver';
import { sharedReads } from '../../limits.ts';
import type { Origin } from '../../telemetry/spans.ts';
import type { Query } from '../queries/query-files.ts';
import type { Params } from '../rows.ts';

/** A call that may share a statement with others. `deadline` in milliseconds of `performance.now()`. */
export type SharedCall = { params: Params; deadline: number; caller: Origin };

/** Runs the statement of a query for these calls, and returns its records after the commit; gives up after `withinMs`. */
export type RunShared = (query: Query, calls: readonly SharedCall[], withinMs: number) => Promise<DriverRecord[]>;

/** `calls` of a batch; batches `atOnce`: while one is in flight, the next waits for it or for `joined` calls. */
type BatchLimits = { calls: number; atOnce: number; joined: number };

type PendingCall<Call, Result> = { call: Call; resolve: (result: Promise<Result>) => void };

/**
 * Creates a loader that collects the calls of one tick and sends them together. Calls that arrive while a batch is in
 * flight join the next one.
 *
 * @param sendBatch takes a batch and returns its results in order, when the next one may be sent; never rejects
 */
export function createBatchLoader<Call, Result>(
  sendBatch: (calls: Call[]) => Promise<Promise<Result>[]>,
  limits: BatchLimits = sharedReads,
): (call: Call) => Promise<Result> {
  let waiting: PendingCall<Call, Result>[] = [];
  let inFlight = 0;
  let scheduled = false;

  function schedule(): void {
    if (scheduled || !isWorthSending()) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      sendNext();
    });
  }

  function isWorthSending(): boolean {
    return waiting.length > 0 && inFlight < limits.atOnce && (inFlight === 0 || waiting.length >= limits.joined);
  }

  function sendNext(): void {
    if (!isWorthSending()) return;
    const batch = waiting.slice(0, limits.calls);
    waiting = waiting.slice(limits.calls);
    inFlight += 1;
    void send(batch);
    schedule();
  }

  async function send(batch: PendingCall<Call, Result>[]): Promise<void> {
    const results = await sendBatch(batch.map(({ call }) => call));
    inFlight -= 1;
    sendNext(); // before the callers resume, to keep the database busy
    batch.forEach(({ resolve }, index) => resolve(results[index] as Promise<Result>));
  }

  return (call) =>
    new Promise((resolve) => {
      waiting.push({ call, resolve });
      schedule();
    });
}

const partsAtOnce = 4;

/** Runs each part by itself, some at a time. Returns a result for each, which does not wait for the others. */
export function runApart<Part, Result>(
  parts: readonly Part[],
  run: (part: Part) => Promise<Result>,
): Promise<Result>[] {
  const entries = parts.map((part) => ({ part, ...Promise.withResolvers<Result>() }));
  const queue = entries.values();
  const runNext = async (): Promise<void> => {
    for (const { part, resolve, promise } of queue) {
      resolve(run(part));
      await promise.catch(() => undefined);
    }
  };
  for (let lane = 0; lane < partsAtOnce; lane += 1) void runNext();
  return entries.map(({ promise }) => promise);
}
