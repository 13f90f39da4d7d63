// The graph client: runs query files by name, bound to one tenant and caller. The rest of the code uses Neo4j through it.
import type { Logger } from 'pino';
import { ApiError, fail, type ErrorCode } from '../errors.ts';
import { waitAtMost } from '../lib/timeouts.ts';
import { requestTimes, type Limits } from '../limits.ts';
import { createAdmissionControl } from './load/admission.ts';
import type { Call, QueryName, WriteCall } from './queries/call-types.ts';
import { openControlConnections, type PlanListener } from './connection/control-connections.ts';
import {
  closeSessionAfter,
  openPools,
  withoutStackTrace,
  withTimeout,
  type DatabaseConfig,
  type PoolFigures,
} from './connection/driver.ts';
import { isConnectionLoss, isOutOfTime, isTimeout, translateError } from './connection/driver-errors.ts';
import {
  createListReads,
  openList,
  scanPages,
  shortListLimit,
  toSinglePage,
  type Rows,
  type WaitForFirstPage,
} from './reads/list-reads.ts';
import { createPatience } from './connection/patience.ts';
import { createStatementObserver, type StatementListener } from './load/observe.ts';
import {
  bindParameters,
  getQuery,
  listStatementsToPlan,
  type PlanningProcess,
  type Query,
  type QueryScope,
} from './queries/query-files.ts';
import { StillPreparing, type PlanCounts, type ReadyState } from './load/query-plans.ts';
import { createReadRunner } from './reads/read-transactions.ts';
import { requireRow, toRows, type Params, type Row } from './rows.ts';
import { createSharedReads } from './reads/shared-reads.ts';
import { createSharedWrites } from './writes/shared-writes.ts';
import { createTransactions, type Transaction } from './writes/transactions.ts';
import { createWriteRunner } from './writes/write-transaction.ts';

const pagesPerFetch = 4;
const rowsPerScan = 100;
/** Longer than it takes to run, for nobody, a statement that has a plan. */
const longPlanMs = 300;
const unlimited = Number.MAX_SAFE_INTEGER;

type GraphOptions = Partial<Limits> & { quoteErrors?: boolean; planFirst?: boolean };

export type { QueryScope, Rows, Transaction };

/** The graph within one query scope, which supplies `$tenantId`, `$tenantLabel` and `$callerId`. */
export type Graph = {
  /** Reads exactly one row. Identical queries of one tick share a round trip. */
  one<T>(...call: Call): Promise<T>;
  /** Reads one row or none, batched like `one`. */
  maybe<T>(...call: Call): Promise<T | null>;
  /** A first row of facts, then the rows of the list, streamed. The caller must read the rows or `return()` them. */
  list<Head, T>(...call: Call): Promise<{ head: Head; rows: Rows<T> }>;
  /**
   * Rows without a heading, of a query with the line `@rows`: for a job that takes its time and holds no more than a
   * hundred of them at once.
   */
  scan<T>(...call: Call<QueryName, [withinMs: number]>): Rows<T>;
  /**
   * Runs one write in a retried transaction, which it may share with others of the same query and tenant. Null if it matched
   * nothing; `onConflict`: code for a constraint violation.
   */
  write<T>(...call: WriteCall): Promise<T | null>;
  /**
   * Commits the reads and writes of `work` together when it resolves, and none when it rejects. Repeats `work` while the
   * database aborts the transaction, so it must write the same again.
   */
  atomically<T>(work: (graph: Transaction) => Promise<T>): Promise<T>;
};

export type GraphClient = {
  bind(scope: QueryScope): Graph;
  transaction<T>(scope: QueryScope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs a statement that is not a query file, for schema migrations and tests. */
  statement(text: string, params?: Params): Promise<Row[]>;
  /** @throws {ApiError} DATABASE_UNAVAILABLE unless the database answers within `ms`; does not wait behind requests */
  probe(ms: number): Promise<void>;
  /**
   * Plans the queries of this process, and again after each lost connection: at first the everyday ones, which have the line
   * `@ahead`, and then the others, unless `howMany` is `everyday`. Resolves when the everyday ones are planned.
   */
  watch(log: Logger, process: PlanningProcess, howMany?: 'all' | 'everyday'): Promise<void>;
  /** How many of these are planned; null unless `watch` was called. */
  planCounts(): PlanCounts | null;
  /** Whether to refuse further requests because too many requests of the tenant (or, without one, of all) wait for the database. */
  isOverloaded(tenantId?: string): boolean;
  /** Always `ready` unless `watch` was called. */
  state(): ReadyState;
  figures: {
    /** Calls `listener` with every statement of a query file that ends. */
    onStatement: (listener: StatementListener) => void;
    /** Calls `listener` with every plan that this process had the database make. */
    onPlan: (listener: PlanListener) => void;
    /** The pools at this moment. */
    readPools: () => PoolFigures[];
  };
  close(): Promise<void>;
};

/**
 * Opens the graph client. It connects with the first query.
 *
 * @param options.answerWithinMs and the other limits replace the limits of requests, for operators who can wait longer
 * @param options.quoteErrors rethrows a transaction's errors with the database's message, which may quote personal text
 * @param options.planFirst false lets queries be planned when they run, for operators with long time limits
 */
export function openGraph(
  config: DatabaseConfig,
  { quoteErrors = false, planFirst = true, ...changedLimits }: GraphOptions = {},
): GraphClient {
  const limits = { ...requestTimes, ...changedLimits };
  const { planWithinMs, answerWithinMs, listWithinMs, connectionForMs } = limits;
  const pools = openPools(config, connectionForMs);
  const observer = createStatementObserver(config);
  const admission = createAdmissionControl();
  const { plans, ...control } = openControlConnections(config, admission.isIdle, connectionForMs);
  const waitForAnswer = createPatience(control.probe, answerWithinMs);
  const createRefusal = (waitedMs: number): ApiError =>
    plans.state() === 'away' ? new ApiError('DATABASE_UNAVAILABLE') : new StillPreparing(waitedMs);
  /**
   * Waits until the database has a plan of the statement; null if it has one.
   *
   * @param withinMs what is left of the time for which a request may wait for plans
   * @param mayHaveChanged whether the transaction may have changed something before
   */
  function prepare(statement: string, withinMs = planWithinMs, mayHaveChanged = false): Promise<void> | null {
    const plan = planFirst ? plans.prepare(statement, mayHaveChanged) : null;
    return plan && waitAtMost(Math.max(0, withinMs), plan, () => createRefusal(planWithinMs));
  }

  /**
   * Has a statement planned whose time was up. True if that takes long: then the time went to a new plan, as when statistics have
   * changed much, and not to a lock.
   */
  async function wasReplanned(statement: string, withinMs: number, mayHaveChanged: boolean): Promise<boolean> {
    plans.forget(statement);
    const started = performance.now();
    await prepare(statement, withinMs, mayHaveChanged);
    return performance.now() - started > longPlanMs;
  }

  /**
   * Translates errors, and drops the plans that they put in doubt: all with a lost connection, and that of a statement whose
   * time was up. The database ends such a statement, and with it the plan that it may be making anew. So the next one first has it
   * planned, for which there is more time; if there is a plan, that takes a moment.
   */
  function createErrorTranslator(query: Query | null, onConflict?: ErrorCode): (error: unknown) => never {
    return (error) => {
      if (isConnectionLoss(error)) plans.forgetAll();
      if (query && isOutOfTime(error)) plans.forget(query.statement);
      return translateError(error, query?.name ?? null, onConflict);
    };
  }

  /** The same for a read. If the database ended it after its time, the database answers others. */
  function createReadErrorTranslator(query: Query): (error: unknown) => never {
    return (error) => {
      if (isConnectionLoss(error)) plans.forgetAll();
      if (isOutOfTime(error)) plans.forget(query.statement);
      return isTimeout(error)
        ? fail('ANSWER_TOO_SLOW', undefined, { cause: error })
        : translateError(error, query.name);
    };
  }

  const readShared = createSharedReads(createReadRunner(pools.openRead, limits, waitForAnswer, observer));
  const lists = createListReads(() => pools.openList(pagesPerFetch), listWithinMs, observer);
  const writeShared = createSharedWrites(
    createWriteRunner(pools.openWrite, (statement) => prepare(statement), observer),
  );
  const { transaction, atomically } = createTransactions({
    ...limits,
    quoteErrors,
    prepare,
    wasReplanned,
    createErrorTranslator,
    observer,
    openSession: pools.openWrite,
    openAtomicSession: pools.openAtomic,
  });

  function bind(scope: QueryScope): Graph {
    const { tenantId = '' } = scope;
    /**
     * Makes a read once more, on another connection, if it met a dead one: a read changes nothing. One that waited for that longer than
     * for a silent database is not made again.
     */
    async function repeatOnce<T>(read: () => Promise<T>): Promise<T> {
      const started = performance.now();
      try {
        return await read();
      } catch (error) {
        if (!isConnectionLoss(error) || performance.now() - started > answerWithinMs) throw error;
        return read();
      }
    }
    function readRowsOnce(query: Query, params: Params): Promise<Row[]> {
      const bound = bindParameters(query, scope, params);
      const plan = prepare(query.statement);
      const read = (): Promise<Row[]> => readShared(query, bound);
      // The time for a plan says nothing about how busy the database is.
      const rows = admission.track(plan ? () => plan.then(read) : read, plan === null, tenantId);
      const withinMs = query.isList ? listWithinMs : planWithinMs + answerWithinMs;
      rows.catch(() => undefined); // of a plan that failed, or of an answer that came too late
      const answer = plan ? plan.then(() => waitForAnswer(rows, withinMs)) : waitForAnswer(rows, withinMs);
      return answer.catch(createReadErrorTranslator(query));
    }
    const readRows = (query: Query, params: Params): Promise<Row[]> => repeatOnce(() => readRowsOnce(query, params));
    async function maybe<T>(...[name, params = {}]: Call): Promise<T | null> {
      const rows = await readRows(getQuery(name), params);
      if (rows.length > 1) throw new Error(`cypher/${name}.cypher returned ${rows.length} rows instead of one.`);
      return (rows[0] ?? null) as T | null;
    }
    return {
      maybe,
      one: async <T>(...call: Call) => requireRow(await maybe<T>(...call), call[0]),
      async list<Head, T>(name: string, params: Params = {}) {
        const query = getQuery(name);
        const canBeShort = query.parameters.includes('listLimit');
        const whole = bindParameters(query, scope, { ...params, ...(canBeShort && { listLimit: unlimited }) });
        if (canBeShort) {
          const [head, ...rows] = await readRows(query, { ...params, listLimit: shortListLimit });
          if (!head?.['isPartial']) return { head: head as Head, rows: toSinglePage(rows as T[]) };
        }
        const wait: WaitForFirstPage = (first) => waitForAnswer(first, listWithinMs);
        return repeatOnce(async () => {
          await prepare(query.statement)?.catch(createReadErrorTranslator(query));
          const pages = lists.read(query, whole, { tenantId, callerId: scope.userId ?? '' });
          return openList<Head, T>(name, pages, wait).catch(createReadErrorTranslator(query));
        });
      },
      scan<T>(name: string, params: Params = {}, withinMs: number) {
        const query = getQuery(name);
        const bound = bindParameters(query, scope, params);
        const pages = scanPages(pools.openList(rowsPerScan), query, bound, { withinMs, perPage: rowsPerScan });
        return observer.pages(query, pages) as Rows<T>;
      },
      async write<T>(name: string, params: Params = {}, onConflict?: ErrorCode) {
        const query = getQuery(name);
        const bound = bindParameters(query, scope, params);
        // Without the database there is no plan, and the write itself reports the error, or succeeds.
        const plan = prepare(query.statement)?.catch((error: unknown) => {
          if (error instanceof StillPreparing) throw error; // the write would be ended, and plan the same beside it
        });
        // A batch has the deadline of its last call.
        const write = (): Promise<Row | null> =>
          withTimeout(answerWithinMs, writeShared(query, bound, performance.now() + answerWithinMs));
        const result = admission.track(plan ? () => plan.then(write) : write, false, tenantId);
        return (await result.catch(createErrorTranslator(query, onConflict))) as T | null;
      },
      atomically: (work) => admission.track(() => atomically(scope, { maybe }, work), false, tenantId),
    };
  }

  return {
    bind,
    transaction,
    async statement(text, params = {}) {
      const runner = pools.openWrite();
      const result = withoutStackTrace(() => runner.run(text, params, { timeout: 0 }));
      const { records } = await closeSessionAfter(runner, result).catch(createErrorTranslator(null));
      return toRows(records);
    },
    probe: (ms) => control.probe(ms).catch(createErrorTranslator(null)),
    watch: (log, process, howMany = 'everyday') => plans.watch(listStatementsToPlan(process, howMany), log),
    planCounts: () => plans.counts(),
    state: () => plans.state(),
    isOverloaded: (tenantId) => admission.isFull(tenantId),
    figures: { onStatement: observer.listen, onPlan: control.onPlan, readPools: pools.readFigures },
    close: async () => void (await Promise.all([pools.close(), control.close()])),
  };
}
