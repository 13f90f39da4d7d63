// Makes the database plan queries before somebody needs them. Otherwise the database plans a query when it first runs, which
// takes a second or more after a start. One statement is planned at a time: a database that has just started plans two at
// a time no faster than one after the other.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { ApiError } from '../../errors.ts';
import { inChangedTransaction, splitChangedMark } from '../queries/statements.ts';

const checkEveryMs = 1_000;
const retryEveryMs = 200;
/** How often a plan looks whether the process is idle, and how long it waits for that before it is made all the same. */
const idle = { lookEveryMs: 20, waitAtMostMs: 5_000 };
/**
 * How much later than with its everyday plans a process is ready because requests wait for other plans. With 8 s, 705 of 8,000
 * requests were refused after `/readyz` at 400 a second; with 10 s, 123.
 */
const waitForOthersMs = 10_000;

/** `away` while the database does not answer, then `planning` until the everyday queries have plans. */
export type ReadyState = 'away' | 'planning' | 'ready';
/**
 * The statements of a process: the `everyday` ones have plans before it is ready, the `others` as soon as it has time. After a
 * lost connection it leaves the database to other processes for `headStartMs`.
 */
export type StatementsToPlan = { everyday: readonly string[]; others: readonly string[]; headStartMs: number };
/** How many queries have all their plans, of all that the process plans. */
export type PlanCounts = { made: number; all: number };

/**
 * The plan of a statement is still being made, for longer than a request waits for it. Nothing of the request was changed, and
 * the making goes on. A client should stay away for as long as this one has waited: nobody knows better how long it takes.
 */
export class StillPreparing extends ApiError {
  constructor(waitedMs: number) {
    const message =
      'The service is still preparing for requests of this kind, as after a start, and has changed nothing. Wait as Retry-After ' +
      'says, then send the request again.';
    super('DATABASE_UNAVAILABLE', message, { retryAfterSeconds: Math.ceil(waitedMs / 1_000) });
  }
}

/**
 * @param planOne makes the database plan a statement, without a time limit and without a change to data; rejects only if
 *   the database is unreachable
 * @param probe rejects if the database does not answer
 * @param isIdle whether the process waits for nothing else from the database
 */
export function createQueryPlans(
  planOne: (statement: string) => Promise<void>,
  probe: () => Promise<void>,
  isIdle: () => boolean,
) {
  const planned = new Set<string>();
  /** The plans that somebody waits for, the oldest first. */
  const waiting = new Map<string, PromiseWithResolvers<void>>();
  let isPlanning = false;
  /** The latest probe. Nothing is planned before it, so that a database that starts has one thing to do at first. */
  let connection = Promise.resolve();
  const stopping = new AbortController();
  let watched: StatementsToPlan | null = null;
  let state: ReadyState = 'away';
  let wasLost = false;
  let timesForgotten = 0;

  function plan(statement: string): Promise<void> {
    let task = waiting.get(statement);
    if (!task) {
      waiting.set(statement, (task = Promise.withResolvers()));
      void planWaiting();
    }
    return task.promise;
  }

  async function planWaiting(): Promise<void> {
    if (isPlanning) return;
    isPlanning = true;
    while (waiting.size > 0) {
      await connection.catch(() => undefined); // the plan fails with it
      const [statement, { resolve, reject }] = findNext();
      await planNow(statement).then(resolve, reject);
      waiting.delete(statement);
    }
    isPlanning = false;
  }

  /** Everyday ones come first, also before those that requests have waited for while the database was away. */
  function findNext(): [string, PromiseWithResolvers<void>] {
    const tasks = [...waiting];
    const everyday = tasks.find(([statement]) => watched?.everyday.includes(statement));
    return everyday ?? (tasks[0] as (typeof tasks)[number]);
  }

  async function planNow(statement: string): Promise<void> {
    await connection;
    const forgottenBefore = timesForgotten;
    await planOne(statement);
    if (timesForgotten === forgottenBefore) planned.add(statement);
  }

  /** Has those planned that have no plan yet, by `planThem`. */
  async function planMissing(
    statements: readonly string[],
    log: Logger,
    message: string,
    planThem: (missing: readonly string[]) => Promise<unknown>,
  ): Promise<void> {
    const started = performance.now();
    const missing = statements.filter((statement) => !planned.has(statement));
    if (missing.length === 0) return;
    await planThem(missing);
    log.info({ statements: missing.length, ms: Math.round(performance.now() - started) }, message);
  }

  /** Requests that come meanwhile wait for all of these: otherwise the process would be ready later. */
  const planAtOnce = (statements: readonly string[]): Promise<unknown> => Promise.all(statements.map(plan));

  /** Requests that come meanwhile wait for one of these at most. */
  async function planWhileIdle(statements: readonly string[]): Promise<void> {
    for (const statement of statements) {
      await waitUntilIdle();
      if (!planned.has(statement)) await plan(statement);
    }
  }

  /** Waits until the requests that came meanwhile have their plans: they, and those like them, would be slow or refused. */
  async function waitUntilNobodyWaits(): Promise<void> {
    const started = performance.now();
    while (waiting.size > 0 && performance.now() - started < waitForOthersMs) {
      await pause(idle.lookEveryMs, undefined, { signal: stopping.signal, ref: false });
    }
  }

  /** Waits for a moment in which the process has nothing to do. One that is always busy plans now and then all the same. */
  async function waitUntilIdle(): Promise<void> {
    const started = performance.now();
    while (!isIdle() && performance.now() - started < idle.waitAtMostMs) {
      await pause(idle.lookEveryMs, undefined, { signal: stopping.signal, ref: false });
    }
  }

  async function connect(headStartMs: number): Promise<void> {
    await probe();
    if (wasLost) await pause(headStartMs, undefined, { signal: stopping.signal, ref: false });
    wasLost = false;
  }

  async function watchPlans(
    { everyday, others, headStartMs }: StatementsToPlan,
    log: Logger,
    markReady: () => void,
  ): Promise<void> {
    const { signal } = stopping;
    let isPlanningOthers = false;
    while (!signal.aborted) {
      try {
        connection = connect(headStartMs);
        await connection;
        if (state === 'away') state = 'planning';
        await planMissing(everyday, log, 'query plans ready', planAtOnce);
        if (state === 'planning') await waitUntilNobodyWaits();
        state = 'ready';
        markReady();
        if (!isPlanningOthers) {
          isPlanningOthers = true;
          void planMissing(others, log, 'all queries are planned', planWhileIdle)
            .catch(() => undefined) // the database is away, which the next probe finds out
            .finally(() => (isPlanningOthers = false));
        }
      } catch (error) {
        if (state !== 'away') {
          log.warn({ err: error }, 'database connection lost');
          wasLost = true;
        }
        state = 'away';
        forgetAll();
      }
      await pause(state === 'ready' ? checkEveryMs : retryEveryMs, undefined, { signal, ref: false }).catch(
        () => undefined,
      );
    }
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
    /**
     * Waits until the database has a plan of the statement; null if it already has one.
     *
     * @param mayHaveChanged whether the transaction may have changed something before. If it has, the plan for that is used; if not,
     *   the other one: both are made
     */
    prepare(statement: string, mayHaveChanged = false): Promise<void> | null {
      const needed = mayHaveChanged ? [statement, inChangedTransaction(statement)] : [statement];
      const missing = needed.filter((one) => !planned.has(one));
      return missing.length === 0 ? null : Promise.all(missing.map(plan)).then(() => undefined);
    },
    /** Marks a statement as unplanned, because the database ended it, and with it the plan that it may have been making anew. */
    forget(statement: string): void {
      planned.delete(statement);
      planned.delete(inChangedTransaction(statement));
    },
    forgetAll,
    /**
     * Plans the everyday queries and then all others, now and after each lost connection, until `stop`. Resolves when the
     * state is `ready` for the first time.
     */
    watch(statements: StatementsToPlan, log: Logger): Promise<void> {
      watched = statements;
      return new Promise((resolve) => void watchPlans(statements, log, resolve));
    },
    stop: (): void => stopping.abort(),
    /** Always `ready` unless `watch` was called. */
    state: (): ReadyState => (watched ? state : 'ready'),
    /** Null unless `watch` was called. */
    counts(): PlanCounts | null {
      if (!watched) return null;
      const all = [...watched.everyday, ...watched.others];
      const count = (plans: string[]): number => new Set(plans.map((one) => splitChangedMark(one).statement)).size;
      return { made: count(all) - count(all.filter((one) => !planned.has(one))), all: count(all) };
    },
  };
}
