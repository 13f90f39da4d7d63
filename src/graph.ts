// The only door to the graph: questions and changes by the name of their query file, bound to one tenant and caller.
import neo4j, { type Record as Answer, type Session } from 'neo4j-driver';
import { coalesce } from './coalesce.ts';
import { owed, query, type Asker, type Query } from './cypher.ts';
import { ApiError, fail, type ErrorCode } from './errors.ts';
import { openReading } from './reading.ts';
import { change } from './writing.ts';
import { closing, openDriver, pagesOf, requestLimits, rethrow, toRows, traceless, within } from './neo4j.ts';
import type { Address, Limits, Row } from './neo4j.ts';

const rowsPerFetch = 10_000;
const rowsPerPage = 500;
const rowsPerScan = 100;
const connections = 20;
const listConnections = 10;
/** The database is to give up a change so much before its asker does. */
const headStartMs = 300;

type Params = Record<string, unknown>;

/** Rows on their way, some hundreds at a time: handing on each by itself would cost more than reading it. */
export type Rows<T> = AsyncGenerator<T[], void, void>;

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
  /** @throws {ApiError} DATABASE_UNAVAILABLE unless the database answers within `ms` */
  probe(ms: number): Promise<void>;
  close(): Promise<void>;
};

/**
 * Opens the door. No connection is made before the first question.
 *
 * @param options.answerWithinMs and the others: what is other than for a request; an operator can wait longer
 * @param options.quoting for an operator's own screen: a transaction's errors come in the database's words, which may quote
 */
export function openGraph(
  to: Address,
  { quoting = false, ...limits }: Partial<Limits> & { quoting?: boolean } = {},
): GraphDoor {
  const { answerWithinMs, firstRowWithinMs, listWithinMs, transactionWithinMs } = { ...requestLimits, ...limits };
  const driver = openDriver(to, connections);
  const listDriver = openDriver(to, listConnections); // whoever reads a long list slowly holds up no one else
  // In a cluster a reading that decides access goes to the leader, so that a manager change acts at once.
  const { READ, WRITE } = neo4j.session;
  const readMode = to.NEO4J_URI.startsWith('neo4j') ? WRITE : READ;
  const session = (mode: typeof READ): Session =>
    driver.session({ database: to.NEO4J_DATABASE, defaultAccessMode: mode, fetchSize: -1 });

  type Statement = { name: string | null; text: string };
  async function run(mode: typeof READ, { name, text }: Statement, params: Params, timeout: number): Promise<Answer[]> {
    const user = session(mode);
    const answer = traceless(() => user.run(text, params, { timeout })).then(({ records }) => records);
    return closing(user, answer).catch(rethrow(name));
  }
  const reading = openReading(() => session(readMode), answerWithinMs);
  const read = ({ name, text }: Statement, params: Params): Promise<Answer[]> =>
    within(answerWithinMs, reading(text, params)).catch(rethrow(name));

  const askers = new Map<string, (params: Params) => Promise<Row[]>>();
  function ask(question: Query, params: Params): Promise<Row[]> {
    let asker = askers.get(question.name);
    if (!asker) askers.set(question.name, (asker = asking(question)));
    return asker(params);
  }
  function asking(question: Query): (params: Params) => Promise<Row[]> {
    return coalesce<Params, Row>(
      async (params) => toRows(await read(question, params)),
      async (asks) => {
        const answers: Row[][] = asks.map(() => []);
        const many = { name: question.name, text: question.batched };
        const params: Params = { askers: asks.length };
        for (const name of question.parameters) params[name] = asks.map((asked) => asked[name]);
        for (const { row, ...columns } of toRows(await read(many, params))) {
          answers[row as number]?.push(columns);
        }
        return answers;
      },
      (error) => !(error instanceof ApiError),
    );
  }

  const lister = (fetchSize: number): Session =>
    listDriver.session({ database: to.NEO4J_DATABASE, defaultAccessMode: readMode, fetchSize });

  function bind(asker: Asker): Graph {
    async function maybe<T>(name: string, params: Params = {}): Promise<T | null> {
      const question = query(name);
      const rows = await within(answerWithinMs, ask(question, owed(question, asker, params)));
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
        const given = owed(question, asker, params);
        const paging = { withinMs: listWithinMs, perPage: rowsPerPage, heading: true };
        const pages = pagesOf(lister(rowsPerFetch), question, given, paging);
        try {
          const { value: first } = await within(firstRowWithinMs, pages.next());
          if (!first?.[0]) throw new Error(`cypher/${name}.cypher gave no heading.`);
          const [head] = first;
          if (head['standing'] === null) fail('UNAUTHENTICATED');
          admit(head as Head);
          return { head: head as Head, rows: pages as Rows<T> };
        } catch (error) {
          void pages.return().catch(() => undefined);
          throw error;
        }
      },
      scan<T>(name: string, params: Params, withinMs: number) {
        const question = query(name);
        const given = owed(question, asker, params);
        const paging = { withinMs, perPage: rowsPerScan, heading: false };
        return pagesOf(lister(rowsPerScan), question, given, paging) as Rows<T>;
      },
      async write<T>(name: string, params: Params = {}, onConflict?: ErrorCode) {
        const question = query(name);
        const given = owed(question, asker, params);
        const writer = session(WRITE);
        // Closing the session when the time is up also ends the tries: what is refused is not done later.
        const answer = within(answerWithinMs, change(writer, question.text, given, answerWithinMs - headStartMs));
        const records = await closing(writer, answer).catch(rethrow(name, onConflict));
        const [row = null] = toRows(records.slice(0, 1));
        return row as T | null;
      },
    };
  }

  return {
    bind,
    async transaction(asker, work) {
      const writer = session(WRITE);
      const answer = async (): Promise<Awaited<ReturnType<typeof work>>> => {
        try {
          const tx = await writer.beginTransaction({ timeout: transactionWithinMs });
          const result = await work({
            async run<T>(name: string, params: Params = {}) {
              const question = query(name);
              const given = owed(question, asker, params);
              const { records } = await tx.run(question.text, given).catch(rethrow(quoting ? null : name));
              return toRows(records) as T[];
            },
          });
          await tx.commit();
          return result;
        } finally {
          await writer.close(); // what was not committed is undone before anybody goes on
        }
      };
      return closing(writer, within(transactionWithinMs, answer())).catch(rethrow(null));
    },
    statement: async (text, params = {}) => toRows(await run(WRITE, { name: null, text }, params, 0)),
    async explain(text) {
      const explainer = session(WRITE);
      return closing(
        explainer,
        explainer.run(`EXPLAIN ${text}`).then(({ summary }) => summary.plan),
      );
    },
    probe: async (ms) => void (await within(ms, run(readMode, { name: null, text: 'RETURN 1' }, {}, ms))),
    close: async () => void (await Promise.all([driver.close(), listDriver.close()])),
  };
}
