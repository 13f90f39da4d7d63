// The only door to the graph: questions and changes by the name of their query file, bound to one tenant and caller.
import neo4j, { type Record as Answer, type Session, type Transaction as DriverTransaction } from 'neo4j-driver';
import type { Logger } from 'pino';
import type { ErrorCode } from '../errors.ts';
import { createAdmissionControl } from './admission.ts';
import { openControlConnections } from './control-connections.ts';
import { closeSessionAfter, isConnectionLoss, isTimeout, openDriver, readPages, requestLimits } from './driver.ts';
import { toRows, translateError, withoutStackTrace, withTimeout } from './driver.ts';
import type { Address, Limits, Row } from './driver.ts';
import { createListReads, listConnections, openList, type Rows } from './list-reads.ts';
import { bindParameters, getQuery, type Query, type QueryScope } from './query-files.ts';
import { createReadRunner } from './read-transactions.ts';
import { createReadiness, type ReadyState } from './readiness.ts';
import { createSharedReads } from './shared-reads.ts';
import { runTransaction, runWriteWithRetry } from './write-transaction.ts';

const rowsPerFetch = 2_000;
const rowsPerScan = 100;
const connections = 20;
const headStartMs = 300; // the database gives up a change this much before the caller does

type Params = Record<string, unknown>;
type GraphOptions = Partial<Limits> & { quoteErrors?: boolean; planFirst?: boolean };

export type { Rows };

/** The graph within one query scope. A query that uses `$tenantId`, `$tenantLabel` or `$callerId` is given them. */
export type Graph = {
  /** Exactly one row, in one round trip shared with whoever asks the same in this tick. */
  one<T>(name: string, params?: Params): Promise<T>;
  /** One row or none; shared like `one`. */
  maybe<T>(name: string, params?: Params): Promise<T | null>;
  /** A first row of facts, then the rows of the list, streamed. The caller must read the rows or `return()` them. */
  list<Head, T>(name: string, params: Params): Promise<{ head: Head; rows: Rows<T> }>;
  /** Rows without a heading, for a job that takes its time and holds no more than a hundred of them at once. */
  scan<T>(name: string, params: Params, withinMs: number): Rows<T>;
  /** One change in a retried transaction: its row, or null if it matched nothing. `onConflict`: a constraint was broken. */
  write<T>(name: string, params?: Params, onConflict?: ErrorCode): Promise<T | null>;
};

/** Several statements in one transaction: all of it happens or nothing. */
export type Transaction = { run<T>(name: string, params?: Params): Promise<T[]> };

export type GraphClient = {
  bind(scope: QueryScope): Graph;
  transaction<T>(scope: QueryScope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs a statement that is no query file: a schema migration, or a test's own look behind the scenes. */
  statement(text: string, params?: Params): Promise<Row[]>;
  /** How the database would answer a text, without running it. */
  explain(text: string): Promise<unknown>;
  /** @throws {ApiError} DATABASE_UNAVAILABLE unless the database answers within `ms`; requests under way do not delay it */
  probe(ms: number): Promise<void>;
  /** From now on plans every query of requests and jobs ahead, after each lost connection too. */
  watch(log: Logger): void;
  /** Whether so many requests wait, for the database or for query plans, that further ones should be refused. */
  isOverloaded(): boolean;
  /** A graph that is not watched is always `ready`. */
  state(): ReadyState;
  close(): Promise<void>;
};

/**
 * Opens the door. No connection is made before the first question.
 *
 * @param options.answerWithinMs and the others: limits other than those of a request; an operator can wait longer
 * @param options.quoteErrors for an operator's own screen: a transaction's errors come in the database's words, which may quote
 * @param options.planFirst false: queries are planned by running them, for an operator whose limits of time allow it
 */
export function openGraph(
  to: Address,
  { quoteErrors = false, planFirst = true, ...limits }: GraphOptions = {},
): GraphClient {
  const { answerWithinMs, firstRowWithinMs, listWithinMs, transactionWithinMs } = { ...requestLimits, ...limits };
  const driver = openDriver(to, connections);
  const listDriver = openDriver(to, listConnections); // whoever reads a long list slowly holds up no one else
  // In a cluster a reading that decides access goes to the leader, so that a manager change acts at once.
  const { READ, WRITE } = neo4j.session;
  const readMode = to.NEO4J_URI.startsWith('neo4j') ? WRITE : READ;
  const session = (mode: typeof READ): Session =>
    driver.session({ database: to.NEO4J_DATABASE, defaultAccessMode: mode, fetchSize: -1 });

  const control = openControlConnections(to);
  const { plans } = control;
  const admission = createAdmissionControl();
  const readiness = createReadiness(admission, plans);
  const prepare = ({ statement }: Query): Promise<void> | null => (planFirst ? plans.prepare(statement) : null);

  /** Turns the driver's errors into the catalogue's. A query that ran out of time is planned again: it may have lost its plan. */
  function createErrorTranslator(query: Query | null, onConflict?: ErrorCode): (error: unknown) => never {
    return (error) => {
      if (isConnectionLoss(error)) plans.forgetAll();
      if (query && isTimeout(error)) plans.forget(query.statement);
      return translateError(query?.name ?? null, onConflict)(error);
    };
  }

  async function run(mode: typeof READ, text: string, params: Params): Promise<Answer[]> {
    const user = session(mode);
    const answer = withoutStackTrace(() => user.run(text, params, { timeout: 0 })).then(({ records }) => records);
    return closeSessionAfter(user, answer).catch(createErrorTranslator(null));
  }
  const runRead = createReadRunner(() => session(readMode), answerWithinMs);
  const readShared = createSharedReads(
    async (query, statement, params) => {
      const answer = withTimeout(answerWithinMs, runRead(statement, { p: params }));
      return toRows(
        await answer.catch((error: unknown) => {
          plans.forget(statement);
          return createErrorTranslator(query)(error);
        }),
      );
    },
    (statement) => !planFirst || plans.isPlanned(statement),
  );

  const openListSession = (fetchSize: number): Session =>
    listDriver.session({ database: to.NEO4J_DATABASE, defaultAccessMode: readMode, fetchSize });
  const readList = createListReads(() => openListSession(rowsPerFetch), prepare, listWithinMs);

  function bind(scope: QueryScope): Graph {
    async function maybe<T>(name: string, params: Params = {}): Promise<T | null> {
      const query = getQuery(name);
      const bound = bindParameters(query, scope, params);
      const planned = Promise.resolve(prepare(query));
      const answer = planned.then(() => admission.track(() => readShared(query, bound)));
      const rows = await withTimeout(answerWithinMs, answer).catch(createErrorTranslator(query));
      if (rows.length > 1) throw new Error(`cypher/${name}.cypher gave ${rows.length} rows for one.`);
      const [row = null] = rows;
      return row as T | null;
    }
    return {
      maybe,
      async one<T>(name: string, params?: Params) {
        const row = await maybe<T>(name, params);
        if (row === null) throw new Error(`cypher/${name}.cypher gave no row.`);
        return row;
      },
      async list<Head, T>(name: string, params: Params) {
        const query = getQuery(name);
        const { tenantId = '', userId: callerId = '' } = scope;
        const pages = readList(query, bindParameters(query, scope, params), { tenantId, callerId });
        return openList<Head, T>(name, pages, firstRowWithinMs).catch(createErrorTranslator(query));
      },
      scan<T>(name: string, params: Params, withinMs: number) {
        const query = getQuery(name);
        const bound = bindParameters(query, scope, params);
        const paging = { withinMs, perPage: rowsPerScan, heading: false };
        return readPages(openListSession(rowsPerScan), query, bound, paging) as Rows<T>;
      },
      async write<T>(name: string, params: Params = {}, onConflict?: ErrorCode) {
        const query = getQuery(name);
        const bound = { p: bindParameters(query, scope, params) };
        const writer = session(WRITE);
        // Closing the session when the time is up also ends the tries. A commit under way then may still be made.
        const limit = answerWithinMs - headStartMs;
        const planned = Promise.resolve(prepare(query)).catch(() => undefined); // tried again with the change
        const runChange = (): Promise<Answer[]> =>
          runWriteWithRetry(writer, query.statement, bound, limit, () => prepare(query));
        const answer = planned.then(() => admission.track(runChange));
        const result = closeSessionAfter(writer, withTimeout(answerWithinMs, answer));
        const records = await result.catch(createErrorTranslator(query, onConflict));
        const [row = null] = toRows(records.slice(0, 1));
        return row as T | null;
      },
    };
  }

  return {
    bind,
    async transaction(scope, work) {
      const writer = session(WRITE);
      const run = (tx: DriverTransaction): Transaction => ({
        async run<T>(name: string, params: Params = {}) {
          const query = getQuery(name);
          const bound = { p: bindParameters(query, scope, params) };
          const { records } = await tx.run(query.statement, bound).catch(translateError(quoteErrors ? null : name));
          return toRows(records) as T[];
        },
      });
      const answer = runTransaction(writer, transactionWithinMs, (tx) => work(run(tx)));
      return closeSessionAfter(writer, withTimeout(transactionWithinMs, answer)).catch(createErrorTranslator(null));
    },
    statement: async (text, params = {}) => toRows(await run(WRITE, text, params)),
    async explain(text) {
      const explainer = session(WRITE);
      const answer = explainer.run(`EXPLAIN ${text}`).then(({ summary }) => summary.plan);
      return closeSessionAfter(explainer, answer);
    },
    probe: (ms) => control.probe(ms).catch(createErrorTranslator(null)),
    watch: (log) => plans.watch(log),
    state: () => readiness.state(),
    isOverloaded: () => readiness.isOverloaded(),
    close: async () => void (await Promise.all([driver, listDriver, control].map((opened) => opened.close()))),
  };
}
