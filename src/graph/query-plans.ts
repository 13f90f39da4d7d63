// Query plans: a database that has just started plans each query when it first runs, which can take seconds. Requests wait
// for the plan and only then run the query, so that their time limit never cancels the planning.
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import { shuffle } from 'simple-statistics';
import { ApiError } from '../errors.ts';
import { listQueries } from './query-files.ts';

/** Planning needs a core for each statement; the rest is left to requests. */
const maxConcurrent = 2;
/** Beyond this many waiting requests, further ones are refused at once. */
const maxWaiting = 256;
const checkEveryMs = 1_000;
const retryEveryMs = 200;
/** The folders whose queries only scripts use. Operators wait as long as planning takes. */
const scriptFolders = /^(bench|demo|org|org-check|reports)\//;

export type QueryPlans = {
  /**
   * Waits until the database has a plan of the statement; null when it is known to have one.
   *
   * @throws {ApiError} DATABASE_UNAVAILABLE when too many requests wait already
   */
  prepare(statement: string): Promise<void> | null;
  /** Whether a request that needs a plan would be refused, because too many wait for one. */
  isFull(): boolean;
  /** Has a statement planned soon, and says whether it is. */
  isPlanned(statement: string): boolean;
  /** Has a statement planned again before it runs: its plan may be gone. */
  forget(statement: string): void;
  /** Has every statement planned again: the connection was lost, and the database may have been restarted. */
  forgetAll(): void;
  /** Plans every query of requests and jobs, now and after each lost connection, until it is stopped. */
  watch(log: Logger): void;
  stop(): void;
  /**
   * `away` while a watched database does not answer, `planning` until it has planned every query since. A database that is
   * not watched counts as `ready`.
   */
  state(): 'away' | 'planning' | 'ready';
};

/**
 * @param explain plans a statement without running it and without a time limit in the database; rejects only when the
 *   database cannot be reached
 * @param probe rejects when the database does not answer
 */
export function createQueryPlans(
  explain: (statement: string) => Promise<void>,
  probe: () => Promise<void>,
): QueryPlans {
  type Task = { done: Promise<void>; start: () => void; cancel: (reason: unknown) => void };
  const planned = new Set<string>();
  const tasks = new Map<string, Task>();
  /** What requests wait for goes first. */
  const urgent = new Set<string>();
  const background = new Set<string>();
  const stopping = new AbortController();
  let active = 0;
  let waiting = 0;
  let isWatched = false;
  let isReachable = false;
  let isComplete = false;

  const isFull = (): boolean => waiting >= maxWaiting;
  const isMissing = (statement: string): boolean => !planned.has(statement);

  function plan(statement: string, isUrgent: boolean): Promise<void> {
    const existing = tasks.get(statement);
    if (isUrgent && background.delete(statement)) urgent.add(statement);
    if (existing) return existing.done;
    const { done } = addTask(statement);
    (isUrgent ? urgent : background).add(statement);
    startTasks();
    return done;
  }

  function takeNext(): Task | undefined {
    for (const queue of [urgent, background]) {
      for (const statement of queue) {
        queue.delete(statement);
        return tasks.get(statement);
      }
    }
    return undefined;
  }

  function cancelAll(reason: unknown): void {
    const waitingTasks = [...urgent, ...background];
    urgent.clear();
    background.clear();
    for (const statement of waitingTasks) tasks.get(statement)?.cancel(reason);
  }

  function addTask(statement: string): Task {
    let start: Task['start'] = () => undefined;
    let cancel: Task['cancel'] = () => undefined;
    const started = new Promise<void>((resolve, reject) => ([start, cancel] = [resolve, reject]));
    const done = started
      .then(() => explain(statement))
      .then(
        () => void planned.add(statement),
        (reason: unknown) => {
          cancelAll(reason); // the others would fail one after the other
          throw reason;
        },
      )
      .finally(() => tasks.delete(statement));
    const task = { done, start, cancel };
    tasks.set(statement, task);
    return task;
  }

  function startTasks(): void {
    while (active < maxConcurrent) {
      const task = takeNext();
      if (!task) return;
      active += 1;
      const end = (): void => {
        active -= 1;
        startTasks();
      };
      task.done.then(end, end);
      task.start();
    }
  }

  async function check(log: Logger): Promise<void> {
    await probe();
    isReachable = true;
    if (isComplete) return;
    const started = performance.now();
    const statements = statementsToPlan();
    log.info({ statements: statements.length }, 'planning queries');
    await Promise.all(statements.filter(isMissing).map((statement) => plan(statement, false)));
    isComplete = !statements.some(isMissing); // the connection may have been lost in the meantime
    if (isComplete)
      log.info({ statements: statements.length, ms: Math.round(performance.now() - started) }, 'queries planned');
  }

  async function watchPlans(log: Logger): Promise<void> {
    const { signal } = stopping;
    while (!signal.aborted) {
      try {
        await check(log);
      } catch (error) {
        if (isReachable) log.warn({ err: error }, 'database connection lost');
        isReachable = false;
        forgetAll();
      }
      await pause(isComplete ? checkEveryMs : retryEveryMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  function forgetAll(): void {
    planned.clear();
    isComplete = false;
  }

  return {
    prepare(statement) {
      if (planned.has(statement)) return null;
      if (isFull()) throw new ApiError('DATABASE_UNAVAILABLE');
      waiting += 1;
      return plan(statement, true).finally(() => (waiting -= 1));
    },
    isFull,
    isPlanned(statement) {
      if (planned.has(statement)) return true;
      plan(statement, false).catch(() => undefined);
      return false;
    },
    forget: (statement) => void planned.delete(statement),
    forgetAll,
    watch(log) {
      isWatched = true;
      void watchPlans(log);
    },
    stop: () => stopping.abort(),
    state: () => (isComplete || !isWatched ? 'ready' : isReachable ? 'planning' : 'away'),
  };
}

/** In any order: processes that start together then plan different statements, and find those of the others planned. */
function statementsToPlan(): string[] {
  const queries = listQueries().filter(({ name }) => !scriptFolders.test(name));
  return shuffle(queries.flatMap(({ statement, batched }) => [statement, ...(batched ? [batched] : [])]));
}
