// The graph client: runs query files by name, bound to one tenant and caller. The rest of the code uses Neo4j through it.
import type { Logger } from 'pino';
import { fail, type ErrorCode } from '../errors.ts';
import { requestTimes, type Limits } from '../limits.ts';
import { createAdmissionControl } from './load/admission.ts';
import type { Call, QueryName, WriteCall } from './queries/call-types.ts';
import { openControlConnections } from './connection/control-connections.ts';
import {
  closeSessionAfter,
  openPools,
  withoutStackTrace,
  withTimeout,
  type DatabaseConfig,
  type PoolFigures,
} from './connection/driver.ts';
import { isConnectionLoss, isOutOfTime, translateError } from './connection/driver-errors.ts';
import { createListReads, openList, scanPages, shortListLimit, toPages, type Rows } from './reads/list-reads.ts';
import { createStatementObserver, type StatementListener } from './load/observe.ts';
import {
  bindParameters,
  getQuery,
  listStatementsToPlan,
  type PlanningProcess,
  type Query,
  type QueryScope,
} from './queries/query-files.ts';
import type { ReadyState } from './load/query-plans.ts';
import { createReadRunner } from './reads/read-transactions.ts';
import { requireRow, toRows, type Params, type Row } from './rows.ts';
import { createSharedReads } from './reads/shared-reads.ts';
import { createSharedWrites } from './writes/shared-writes.ts';
import { createTransactions, type AtomicGraph, type Transaction } from './writes/transactions.ts';
import { createWriteRunner } from './writes/write-transaction.ts';

const pagesPerFetch = 4;
const rowsPerScan = 100;
const probeWithinMs = 1_000;
/** A plan that takes longer was not there. */
const newPlanFromMs = 250;
/** After a restart of the database, requests wait for the plans of the API, while jobs can wait. */
const headStarts = { api: 0, worker: 15_000 };
const unlimited = Number.MAX_SAFE_INTEGER;

type GraphOptions = Partial<Limits> & { quoteErrors?: boolean; planFirst?: boolean };

export type { AtomicGraph, QueryScope, Rows, Transaction };

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
  atomically<T>(work: (graph: AtomicGraph) => Promise<T>): Promise<T>;
};

export type GraphClient = {
  bind(scope: QueryScope): Graph;
  transaction<T>(scope: QueryScope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs a statement that is not a query file, for schema migrations and tests. */
  statement(text: string, params?: Params): Promise<Row[]>;
  /** @throws {ApiError} DATABASE_UNAVAILABLE unless the database answers within `ms`; does not wait behind requests */
  probe(ms: number): Promise<void>;
  /** Plans the queries with the line `@ahead` of this process, again after each lost connection. Resolves when all are. */
  watch(log: Logger, process: PlanningProcess): Promise<void>;
  /** Whether to refuse further requests because too many requests of the tenant (or, without one, of all) wait for the database. */
  isOverloaded(tenantId?: string): boolean;
  /** Always `ready` unless `watch` was called. */
  state(): ReadyState;
  figures: {
    /** Calls `listener` with every statement of a query file that ends. */
    onStatement: (listener: StatementListener) => void;
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
  const { planWithinMs, answerWithinMs, listWithinMs } = limits;
  const pools = openPools(config);
  const observer = createStatementObserver(config);
  const { plans, ...control } = openControlConnections(config);
  const admission = createAdmissionControl();
  function prepare(statement: string): Promise<void> | null {
    const plan = planFirst ? plans.prepare(statement) : null;
    return plan && withTimeout(planWithinMs, plan);
  }

  /**
   * Forgets the plan of a statement that timed out, if the database answers: it may be replanning the statement, because
   * statistics changed or the plan was evicted. A timeout cancels that, and the next call would start it again.
   */
  const forgetPlan = (statement: string): Promise<void> =>
    control.probe(probeWithinMs).then(() => plans.forget(statement));

  /** Translates errors, and drops the plans that they put in doubt. */
  function createErrorTranslator(query: Query | null, onConflict?: ErrorCode): (error: unknown) => never {
    return (error) => {
      if (isConnectionLoss(error)) plans.forgetAll();
      if (query && isOutOfTime(error)) void forgetPlan(query.statement).catch(() => undefined);
      return translateError(error, query?.name ?? null, onConflict);
    };
  }

  /**
   * Plans the query of a point read that timed out, and repeats the read if there was no plan. A list has time to be
   * replanned.
   *
   * @throws the error of the read if its plan was there
   */
  async function repeatWithPlan<T>(error: unknown, { statement, isList }: Query, read: () => Promise<T>): Promise<T> {
    if (isList || !isOutOfTime(error) || plans.state() !== 'ready') throw error;
    const planMs = await forgetPlan(statement)
      .then(async () => {
        const started = performance.now();
        await prepare(statement);
        return performance.now() - started;
      })
      .catch(() => 0);
    if (planMs < newPlanFromMs) throw error;
    return read();
  }

  /**
   * Tells a list that takes too long from a database that does not answer.
   *
   * @throws {ApiError} ANSWER_TOO_SLOW if the time of a list was up and the database answers; otherwise the error itself
   */
  async function explain(error: unknown): Promise<never> {
    if (!isOutOfTime(error) || plans.state() !== 'ready') throw error;
    await control.probe(probeWithinMs).catch(() => Promise.reject(error as Error));
    return fail('ANSWER_TOO_SLOW', undefined, { cause: error });
  }

  const readShared = createSharedReads(createReadRunner(pools.openRead, limits, observer));
  const lists = createListReads(() => pools.openList(pagesPerFetch), prepare, listWithinMs, observer);
  const writeShared = createSharedWrites(createWriteRunner(pools.openWrite, prepare, observer));
  const { transaction, atomically } = createTransactions({
    ...limits,
    quoteErrors,
    prepare,
    createErrorTranslator,
    observer,
    openSession: pools.openWrite,
    openAtomicSession: pools.openAtomic,
  });

  function bind(scope: QueryScope): Graph {
    const { tenantId = '' } = scope;
    function readRows(query: Query, params: Params): Promise<Row[]> {
      const bound = bindParameters(query, scope, params);
      const plan = prepare(query.statement);
      const withinMs = query.isList ? listWithinMs : answerWithinMs;
      const read = (): Promise<Row[]> => readShared(query, bound, performance.now() + withinMs);
      // The time for a plan says nothing about how busy the database is.
      const result = admission.track(plan ? () => plan.then(read) : read, plan === null, tenantId);
      const translate = createErrorTranslator(query);
      const answer = result
        .catch(translate)
        .catch((error) => repeatWithPlan(error, query, () => read().catch(translate)));
      return query.isList || query.parameters.includes('limit') ? answer.catch(explain) : answer;
    }
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
          if (!head?.['isPartial']) return { head: head as Head, rows: toPages(rows as T[]) };
        }
        const pages = lists.read(query, whole, { tenantId, callerId: scope.userId ?? '' });
        return openList<Head, T>(name, pages, listWithinMs).catch(createErrorTranslator(query)).catch(explain);
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
        const plan = prepare(query.statement)?.catch(() => undefined); // the write itself reports the error, or succeeds
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
    watch: (log, process) => plans.watch(log, listStatementsToPlan(process), headStarts[process]),
    state: () => plans.state(),
    isOverloaded: (tenantId) => admission.isFull(tenantId),
    figures: { onStatement: observer.listen, readPools: pools.readFigures },
    close: async () => void (await Promise.all([pools.close(), control.close()])),
  };
}
