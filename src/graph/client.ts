// The only door to the graph: questions and changes by the name of their query file, bound to one tenant and caller.
import neo4j, { type Record as Answer, type Session, type Transaction as DriverTransaction } from 'neo4j-driver';
import type { Logger } from 'pino';
import { fail, type ErrorCode } from '../errors.ts';
import { createLoad } from './admission.ts';
import { openControl } from './control-connections.ts';
import { closing, isConnectionLoss, isTimeout, openDriver, pagesOf, requestLimits, rethrow } from './driver.ts';
import { toRows, traceless, within, type Address, type Limits, type Row } from './driver.ts';
import { createListReads, listConnections, openList, type Rows } from './list-reads.ts';
import { owed, query, type Asker, type Query } from './query-files.ts';
import { openReading } from './read-transactions.ts';
import { createReadiness, type ReadyState } from './readiness.ts';
import { createSharedReads } from './shared-reads.ts';
import { change, transact } from './write-transaction.ts';

const rowsPerFetch = 2_000;
const rowsPerScan = 100;
const connections = 20;
const headStartMs = 300; // the database gives up a change this much before the caller does

type Params = Record<string, unknown>;

export type { Rows };

/** The graph as one asker may use it. A query that uses `$tenantId`, `$tenantLabel` or `$callerId` is given them. */
export type Graph = {
  /** Exactly one row, in one round trip shared with whoever asks the same in this tick. */
  one<T>(name: string, params?: Params): Promise<T>;
  /** One row or none; shared like `one`. */
  maybe<T>(name: string, params?: Params): Promise<T | null>;
  /**
   * A first row of facts, then the rows it is a heading for, streamed. Whoever asks must use or `return()` the rows.
   * `admit` looks at the heading and throws to refuse; the rows are then given up.
   */
  list<Head, T>(name: string, params: Params, admit: (head: Head) => void): Promise<{ head: Head; rows: Rows<T> }>;
  /** Rows without a heading, for a job that takes its time and holds no more than a hundred of them at once. */
  scan<T>(name: string, params: Params, withinMs: number): Rows<T>;
  /** One change in a retried transaction: its row, or null if it matched nothing. `onConflict`: a constraint was broken. */
  write<T>(name: string, params?: Params, onConflict?: ErrorCode): Promise<T | null>;
};

/** Several statements in one transaction: all of it happens or nothing. */
export type Transaction = { run<T>(name: string, params?: Params): Promise<T[]> };

export type GraphDoor = {
  bind(asker: Asker): Graph;
  transaction<T>(asker: Asker, work: (tx: Transaction) => Promise<T>): Promise<T>;
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
 * @param options.answerWithinMs and the others: what is other than for a request; an operator can wait longer
 * @param options.quoting for an operator's own screen: a transaction's errors come in the database's words, which may quote
 * @param options.planFirst false: queries are planned by running them, for an operator whose limits of time allow it
 */
export function openGraph(
  to: Address,
  { quoting = false, planFirst = true, ...limits }: Partial<Limits> & { quoting?: boolean; planFirst?: boolean } = {},
): GraphDoor {
  const { answerWithinMs, firstRowWithinMs, listWithinMs, transactionWithinMs } = { ...requestLimits, ...limits };
  const driver = openDriver(to, connections);
  const listDriver = openDriver(to, listConnections); // whoever reads a long list slowly holds up no one else
  // In a cluster a reading that decides access goes to the leader, so that a manager change acts at once.
  const { READ, WRITE } = neo4j.session;
  const readMode = to.NEO4J_URI.startsWith('neo4j') ? WRITE : READ;
  const session = (mode: typeof READ): Session =>
    driver.session({ database: to.NEO4J_DATABASE, defaultAccessMode: mode, fetchSize: -1 });

  const control = openControl(to);
  const { plans } = control;
  const load = createLoad();
  const readiness = createReadiness(load, plans);
  const prepare = ({ statement }: Query): Promise<void> | null => (planFirst ? plans.prepare(statement) : null);

  /** Turns the driver's errors into the catalogue's. A query that ran out of time is planned again: it may have lost its plan. */
  function translate(asked: Query | null, onConflict?: ErrorCode): (error: unknown) => never {
    return (error) => {
      if (isConnectionLoss(error)) plans.forgetAll();
      if (asked && isTimeout(error)) plans.forget(asked.statement);
      return rethrow(asked?.name ?? null, onConflict)(error);
    };
  }

  async function run(mode: typeof READ, text: string, params: Params): Promise<Answer[]> {
    const user = session(mode);
    const answer = traceless(() => user.run(text, params, { timeout: 0 })).then(({ records }) => records);
    return closing(user, answer).catch(translate(null));
  }
  const reading = openReading(() => session(readMode), answerWithinMs);
  const ask = createSharedReads(
    async (question, statement, params) => {
      const answer = within(answerWithinMs, reading(statement, { p: params }));
      return toRows(
        await answer.catch((error: unknown) => {
          plans.forget(statement);
          return translate(question)(error);
        }),
      );
    },
    (statement) => !planFirst || plans.isPlanned(statement),
  );

  const lister = (fetchSize: number): Session =>
    listDriver.session({ database: to.NEO4J_DATABASE, defaultAccessMode: readMode, fetchSize });
  const readList = createListReads(() => lister(rowsPerFetch), prepare, listWithinMs);

  function bind(asker: Asker): Graph {
    async function maybe<T>(name: string, params: Params = {}): Promise<T | null> {
      const question = query(name);
      const given = owed(question, asker, params);
      const planned = Promise.resolve(prepare(question));
      const answer = planned.then(() => load.count(() => ask(question, given)));
      const rows = await within(answerWithinMs, answer).catch(translate(question));
      if (rows.length > 1) throw new Error(`cypher/${name}.cypher gave ${rows.length} rows for one.`);
      const [row = null] = rows;
      if (row?.['standing'] === null) fail('UNAUTHENTICATED');
      return row as T | null;
    }
    return {
      maybe,
      async one<T>(name: string, params?: Params) {
        const row = await maybe<T>(name, params);
        if (row === null) throw new Error(`cypher/${name}.cypher gave no row.`);
        return row;
      },
      async list<Head, T>(name: string, params: Params, admit: (head: Head) => void) {
        const question = query(name);
        const { tenantId = '', userId: callerId = '' } = asker;
        const pages = readList(question, owed(question, asker, params), { tenantId, callerId });
        const opened = openList<Head, T>(name, pages, firstRowWithinMs, admit);
        return opened.catch(translate(question));
      },
      scan<T>(name: string, params: Params, withinMs: number) {
        const question = query(name);
        const given = owed(question, asker, params);
        const paging = { withinMs, perPage: rowsPerScan, heading: false };
        return pagesOf(lister(rowsPerScan), question, given, paging) as Rows<T>;
      },
      async write<T>(name: string, params: Params = {}, onConflict?: ErrorCode) {
        const question = query(name);
        const given = { p: owed(question, asker, params) };
        const writer = session(WRITE);
        // Closing the session when the time is up also ends the tries. A commit under way then may still be made.
        const limit = answerWithinMs - headStartMs;
        const planned = Promise.resolve(prepare(question)).catch(() => undefined); // tried again with the change
        const changing = (): Promise<Answer[]> =>
          change(writer, question.statement, given, limit, () => prepare(question));
        const answer = planned.then(() => load.count(changing));
        const records = await closing(writer, within(answerWithinMs, answer)).catch(translate(question, onConflict));
        const [row = null] = toRows(records.slice(0, 1));
        return row as T | null;
      },
    };
  }

  return {
    bind,
    async transaction(asker, work) {
      const writer = session(WRITE);
      const run = (tx: DriverTransaction): Transaction => ({
        async run<T>(name: string, params: Params = {}) {
          const question = query(name);
          const given = { p: owed(question, asker, params) };
          const { records } = await tx.run(question.statement, given).catch(rethrow(quoting ? null : name));
          return toRows(records) as T[];
        },
      });
      const answer = transact(writer, transactionWithinMs, (tx) => work(run(tx)));
      return closing(writer, within(transactionWithinMs, answer)).catch(translate(null));
    },
    statement: async (text, params = {}) => toRows(await run(WRITE, text, params)),
    async explain(text) {
      const explainer = session(WRITE);
      return closing(
        explainer,
        explainer.run(`EXPLAIN ${text}`).then(({ summary }) => summary.plan),
      );
    },
    probe: (ms) => control.probe(ms).catch(translate(null)),
    watch: (log) => plans.watch(log),
    state: () => readiness.state(),
    isOverloaded: () => readiness.isOverloaded(),
    close: async () => void (await Promise.all([driver, listDriver, control].map((opened) => opened.close()))),
  };
}
