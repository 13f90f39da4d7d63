// Makes the database plan queries before they run. Otherwise the database plans a query at its first run, which can take seconds
// after a start. Requests wait until their query is planned, because their time limit would cancel the planning.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';

const checkEveryMs = 1_000;
const retryEveryMs = 200;

/** `away` while the database does not answer, then `planning` until the everyday queries have plans. */
export type ReadyState = 'away' | 'planning' | 'ready';

/**
 * @param planOne makes the database plan a statement, without a time limit and without a change to data; rejects only if
 *   the database is unreachable
 * @param probe rejects if the database does not answer
 */
export function createQueryPlans(planOne: (statement: string) => Promise<void>, probe: () => Promise<void>) {
  const planned = new Set<string>();
  /** The plans that are waited for. A database that has just started plans two at a time no faster than one by one. */
  const waiting: { statement: string; rank: number; done: PromiseWithResolvers<void> }[] = [];
  let isPlanning = false;
  /** The latest probe. Nothing is planned before it, so that a database that starts has one thing to do at first. */
  let connection = Promise.resolve();
  const stopping = new AbortController();
  let isWatched = false;
  let isReachable = false;
  let isReady = false;
  let wasLost = false;
  let timesForgotten = 0;

  function plan(statement: string, rank: number): Promise<void> {
    let task = waiting.find((one) => one.statement === statement);
    if (!task) {
      waiting.push((task = { statement, rank, done: Promise.withResolvers() }));
      void planWaiting();
    }
    task.rank = Math.min(task.rank, rank);
    return task.done.promise;
  }

  /** Plans the statements of the lowest rank first. */
  async function planWaiting(): Promise<void> {
    if (isPlanning) return;
    isPlanning = true;
    while (waiting.length > 0) {
      await connection.catch(() => undefined); // the plan fails with it
      const next = waiting.reduce((a, b) => (b.rank < a.rank ? b : a));
      await planNow(next.statement).then(next.done.resolve, next.done.reject);
      waiting.splice(waiting.indexOf(next), 1);
    }
    isPlanning = false;
  }

  async function planNow(statement: string): Promise<void> {
    await connection;
    const forgottenBefore = timesForgotten;
    await planOne(statement);
    if (timesForgotten === forgottenBefore) planned.add(statement);
  }

  /** Those of requests wait for one of these at most. */
  async function planAhead(statements: readonly string[], log: Logger): Promise<void> {
    const started = performance.now();
    const missing = statements.filter((statement) => !planned.has(statement));
    if (missing.length === 0) return;
    for (const statement of missing) await (planned.has(statement) ? null : plan(statement, Infinity));
    const ms = Math.round(performance.now() - started);
    log.info({ statements: missing.length, ms }, 'query plans ready');
  }

  async function connect(headStartMs: number): Promise<void> {
    await probe();
    if (wasLost) await pause(headStartMs, undefined, { signal: stopping.signal, ref: false });
    wasLost = false;
  }

  async function watchPlans(
    log: Logger,
    everyday: readonly string[],
    headStartMs: number,
    markReady: () => void,
  ): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      try {
        connection = connect(headStartMs);
        await connection;
        isReachable = true;
        await planAhead(everyday, log);
        isReady = true;
        markReady();
      } catch (error) {
        if (isReachable) log.warn({ err: error }, 'database connection lost');
        wasLost ||= isReachable;
        isReachable = false;
        isReady = false;
        forgetAll();
      }
      await pause(isReady ? checkEveryMs : retryEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /**
   * Waits until the database has a plan of the statement; null if it already has one. Of the statements that requests
   * wait for, the shortest is planned first: after a restart, its requests are answered a second earlier.
   */
  function prepare(statement: string): Promise<void> | null {
    return planned.has(statement) ? null : plan(statement, statement.length);
  }

  /**
   * Marks every statement as unplanned, because a connection was lost and the database may have restarted. The state
   * stays as it is until the probe fails: one broken connection is no outage.
   */
  function forgetAll(): void {
    planned.clear();
    timesForgotten += 1;
  }

  return {
    prepare,
    /** Marks a statement as unplanned, because the database may have evicted its plan. */
    forget: (statement: string): void => void planned.delete(statement),
    forgetAll,
    /**
     * Plans the everyday queries, now and after each lost connection, until `stop`. Resolves when the state is `ready` for
     * the first time.
     *
     * @param headStartMs how long to leave the database to other processes after a lost connection: one that has just
     *   started plans for two processes at a time no faster than for one after the other
     */
    watch(log: Logger, everyday: readonly string[], headStartMs: number): Promise<void> {
      isWatched = true;
      return new Promise((resolve) => void watchPlans(log, everyday, headStartMs, resolve));
    },
    stop: (): void => stopping.abort(),
    /** Always `ready` unless `watch` was called. */
    state: (): ReadyState => (isReady || !isWatched ? 'ready' : isReachable ? 'planning' : 'away'),
  };
}
