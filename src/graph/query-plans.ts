// Plans queries ahead of use. A database that has just started plans each query at its first run, which can take seconds.
// Requests wait for the plan before they run the query; otherwise their time limit would cancel the planning.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ApiError } from '../errors.ts';
import { createPlanQueue } from './plan-queue.ts';
import { listServedStatements } from './query-files.ts';

/**
 * Further requests are refused while this many wait for the same plan. All that wait run their query when it is made. A
 * database that has just started is slow at that, so fewer wait before the state is `ready`.
 */
const maxWaiting = { untilReady: 8, later: 256 };
/** While a database has no plan yet, every further request takes processor time from it, which may share the machine. */
const maxWaitingForFirst = 16;
const checkEveryMs = 1_000;
const retryEveryMs = 200;

export type QueryPlans = {
  /**
   * Waits until the database has a plan of the statement; null if it already has one.
   *
   * @throws {ApiError} DATABASE_UNAVAILABLE if too many requests wait for this plan already
   */
  prepare(statement: string): Promise<void> | null;
  /** Whether the statement is planned; if not, planning starts in the background. */
  isPlanned(statement: string): boolean;
  /** Marks a statement as unplanned, because the database may have evicted its plan. */
  forget(statement: string): void;
  /**
   * Marks every statement as unplanned, because a connection was lost and the database may have restarted. The state
   * stays as it is until the probe fails: one broken connection is no outage.
   */
  forgetAll(): void;
  /**
   * Plans every query of requests and jobs, now and after each lost connection, until `stop`. The forms for several callers
   * follow once the state is `ready`: until they are planned, each call runs its query alone. Resolves when it is that
   * first.
   *
   * @param headStart how long to leave planning to other processes after a lost connection, in ms. A database that has
   *   just started plans two queries at a time no faster than one after the other, so the worker waits for the API.
   */
  watch(log: Logger, headStart?: number): Promise<void>;
  stop(): void;
  /** Whether to refuse further requests, because enough wait for the first plan after `watch` or a lost connection. */
  isFull(): boolean;
  /**
   * `away` while the database does not answer and during the head start of others, then `planning` until every query can
   * be run. Always `ready` unless `watch` was called.
   */
  state(): 'away' | 'planning' | 'ready';
};

/**
 * @param explain plans a statement without running it and without a time limit in the database; rejects only if the
 *   database is unreachable
 * @param probe rejects if the database does not answer
 */
export function createQueryPlans(
  explain: (statement: string) => Promise<void>,
  probe: () => Promise<void>,
): QueryPlans {
  const planned = new Set<string>();
  /** How often each plan was used. After a lost connection, they decide the order. */
  const uses = new Map<string, number>();
  const getUses = (statement: string): number => uses.get(statement) ?? 0;
  const queue = createPlanQueue(explain, getUses);
  const stopping = new AbortController();
  let markReady: () => void = () => undefined;
  const firstReady = new Promise<void>((resolve) => (markReady = resolve));
  /** The latest probe. Nothing is planned before it, so that a database that starts has one thing to do at first. */
  let connection = Promise.resolve();
  const waiting = new Map<string, number>();
  let waitingInAll = 0;
  let isWatched = false;
  let isReachable = false;
  /** Whether the connection was lost and the head start of others is not over. */
  let wasLost = false;
  /** Whether every query can be run. */
  let isReady = false;
  /** Whether also every form for several callers is planned. */
  let isComplete = false;
  let timesForgotten = 0;

  async function plan(statement: string, isUrgent: boolean): Promise<void> {
    await connection;
    await queue.add(statement, isUrgent);
    planned.add(statement);
  }

  async function connect(headStart: number): Promise<void> {
    await probe();
    if (wasLost) await pause(headStart, undefined, { signal: stopping.signal, ref: false });
    wasLost = false;
  }

  async function check(log: Logger, headStart: number): Promise<void> {
    connection = connect(headStart);
    await connection;
    isReachable = true;
    if (isComplete) return;
    const { single, shared } = listServedStatements();
    const forgottenBefore = timesForgotten;
    if (!(await planAll(single, log))) return;
    isReady = true;
    markReady();
    isComplete = (await planAll(shared, log)) && forgottenBefore === timesForgotten;
  }

  /** Returns whether all are planned: a lost connection may have cleared plans meanwhile. */
  async function planAll(statements: string[], log: Logger): Promise<boolean> {
    const started = performance.now();
    const isMissing = (statement: string): boolean => !planned.has(statement);
    if (!statements.some(isMissing)) return true;
    log.info({ statements: statements.length }, 'preparing query plans');
    await Promise.all(statements.filter(isMissing).map((statement) => plan(statement, false)));
    if (statements.some(isMissing)) return false;
    log.info({ statements: statements.length, ms: Math.round(performance.now() - started) }, 'query plans ready');
    return true;
  }

  async function watchPlans(log: Logger, headStart: number): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      try {
        await check(log, headStart);
      } catch (error) {
        if (isReachable) log.warn({ err: error }, 'database connection lost');
        wasLost ||= isReachable;
        isReachable = false;
        isReady = false;
        forgetAll();
      }
      await pause(isComplete ? checkEveryMs : retryEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  function countWaiting(statement: string, by: 1 | -1): void {
    count(waiting, statement, by);
    waitingInAll += by;
  }

  function forgetAll(): void {
    planned.clear();
    isComplete = false;
    timesForgotten += 1;
  }

  return {
    prepare(statement) {
      if (planned.has(statement)) {
        count(uses, statement, 1);
        return null;
      }
      if ((waiting.get(statement) ?? 0) >= maxWaiting[isWatched && !isReady ? 'untilReady' : 'later'])
        throw new ApiError('DATABASE_UNAVAILABLE');
      countWaiting(statement, 1);
      return plan(statement, true).finally(() => countWaiting(statement, -1));
    },
    isPlanned(statement) {
      if (planned.has(statement)) {
        count(uses, statement, 1);
        return true;
      }
      plan(statement, false).catch(() => undefined);
      return false;
    },
    forget: (statement) => void planned.delete(statement),
    forgetAll,
    watch(log, headStart = 0) {
      isWatched = true;
      void watchPlans(log, headStart);
      return firstReady;
    },
    stop: () => stopping.abort(),
    isFull: () => isWatched && planned.size === 0 && waitingInAll >= maxWaitingForFirst,
    state: () => (isReady || !isWatched ? 'ready' : isReachable ? 'planning' : 'away'),
  };
}

function count(counts: Map<string, number>, statement: string, by: 1 | -1): void {
  counts.set(statement, (counts.get(statement) ?? 0) + by);
}
