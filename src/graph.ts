// The only door to Neo4j: questions and changes by the name of their query file, bound to one tenant and caller.
import neo4j, { Neo4jError, type Driver, type Record as Answer, type Session } from 'neo4j-driver';
import { coalesce } from './coalesce.ts';
import { exactParameters, query, type Query } from './cypher.ts';
import { ApiError, fail, type ErrorCode } from './errors.ts';

const answerWithinMs = 2_500;
const listWithinMs = 30_000;
const rowsPerFetch = 2_000;

/** Whose questions these are. A script that acts for the operator has no `userId`; only `tenants/` has no `tenantId`. */
export type Asker = { tenantId?: string; userId?: string };

type Params = Record<string, unknown>;
type Row = Record<string, unknown>;

/** The graph as one asker may use it. Every query is given `$tenantId`, `$tenantLabel` and `$callerId` if it uses them. */
export type Graph = {
  /** Exactly one row, in one round trip shared with whoever asks the same in this tick. */
  one<T>(name: string, params?: Params): Promise<T>;
  /** One row or none; shared like `one`. */
  maybe<T>(name: string, params?: Params): Promise<T | null>;
  /** A first row of facts, then the rows it is a heading for, streamed. The caller must use or `return()` the rows. */
  list<Head, T>(name: string, params?: Params): Promise<{ head: Head; rows: AsyncGenerator<T, void, void> }>;
  /** One change in a retried transaction: its row, or null when it matched nothing. `onConflict` names a broken constraint. */
  write<T>(name: string, params?: Params, onConflict?: ErrorCode): Promise<T | null>;
};

/** Several statements in one transaction, for scripts: all of it happens or nothing. */
export type Transaction = { run<T>(name: string, params?: Params): Promise<T[]> };

export type GraphDoor = {
  bind(asker: Asker): Graph;
  transaction<T>(asker: Asker, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs a statement that is no query file: schema migrations and the demo's own housekeeping. */
  statement(text: string, params?: Params): Promise<Row[]>;
  /** @throws {ApiError} DATABASE_UNAVAILABLE unless the database answers within `withinMs` */
  probe(withinMs: number): Promise<void>;
  close(): Promise<void>;
};

/** The label that marks every node of a tenant. */
export function tenantLabel(tenantId: string): string {
  return `T_${tenantId.replaceAll('-', '')}`;
}

/** Opens the door. No connection is made before the first question. */
export function openGraph(to: {
  NEO4J_URI: string;
  NEO4J_USER: string;
  NEO4J_PASSWORD: string;
  NEO4J_DATABASE: string;
}): GraphDoor {
  const driver: Driver = neo4j.driver(to.NEO4J_URI, neo4j.auth.basic(to.NEO4J_USER, to.NEO4J_PASSWORD), {
    disableLosslessIntegers: true,
    maxConnectionPoolSize: 20,
    connectionAcquisitionTimeout: 3_000,
    connectionTimeout: 2_000,
    maxTransactionRetryTime: 1_500,
    notificationFilter: { minimumSeverityLevel: 'OFF' },
    telemetryDisabled: true,
  });
  // In a cluster a reading that decides access goes to the leader, so that a manager change acts at once.
  const readMode = to.NEO4J_URI.startsWith('neo4j') ? neo4j.session.WRITE : neo4j.session.READ;
  const session = (mode: typeof readMode, fetchSize = -1): Session =>
    driver.session({ database: to.NEO4J_DATABASE, defaultAccessMode: mode, fetchSize });

  async function read(text: string, params: Params): Promise<Answer[]> {
    const reader = session(readMode);
    const answer = reader.run(text, params, { timeout: answerWithinMs }).then(({ records }) => records);
    return within(answerWithinMs, closing(reader, answer)).catch(rethrow());
  }

  const askers = new Map<string, (params: Params) => Promise<Row[]>>();
  function ask(question: Query, params: Params): Promise<Row[]> {
    let asker = askers.get(question.name);
    if (!asker) askers.set(question.name, (asker = asking(question)));
    return asker(params);
  }
  function asking(question: Query): (params: Params) => Promise<Row[]> {
    return coalesce<Params, Row>(
      async (params) => (await read(question.text, params)).map(toRow),
      async (asks) => {
        const answers: Row[][] = asks.map(() => []);
        for (const { row, ...columns } of (await read(question.batched, { asks })).map(toRow)) {
          answers[row as number]?.push(columns);
        }
        return answers;
      },
      (error) => !(error instanceof ApiError),
    );
  }

  async function* rowsOf(question: Query, params: Params): AsyncGenerator<Answer, void, void> {
    const reader = session(readMode, rowsPerFetch);
    try {
      for await (const answer of reader.run(question.text, params, { timeout: listWithinMs })) yield answer;
    } catch (error) {
      rethrow()(error);
    } finally {
      void reader.close().catch(() => undefined);
    }
  }

  function bind(asker: Asker): Graph {
    const bound = (question: Query, params: Params): Params =>
      exactParameters(question, { ...owed(question, asker), ...params });
    async function maybe<T>(name: string, params: Params = {}): Promise<T | null> {
      const question = query(name);
      const rows = await ask(question, bound(question, params));
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
      async list<Head, T>(name: string, params: Params = {}) {
        const question = query(name);
        const rows = rowsOf(question, bound(question, params));
        const first = await within(answerWithinMs, rows.next());
        if (first.done) throw new Error(`cypher/${name}.cypher gave no heading.`);
        const head = toRow(first.value);
        if (head['standing'] === null) {
          await rows.return();
          fail('UNAUTHENTICATED');
        }
        return { head: head as Head, rows: listed<T>(rows) };
      },
      async write<T>(name: string, params: Params = {}, onConflict?: ErrorCode) {
        const question = query(name);
        const given = bound(question, params);
        const writer = session(neo4j.session.WRITE);
        const answer = writer.executeWrite(async (tx) => (await tx.run(question.text, given)).records, {
          timeout: answerWithinMs,
        });
        const [record] = await within(answerWithinMs + 300, closing(writer, answer)).catch(rethrow(onConflict));
        return record ? (toRow(record) as T) : null;
      },
    };
  }

  return {
    bind,
    async transaction(asker, work) {
      const writer = session(neo4j.session.WRITE);
      try {
        const tx = await writer.beginTransaction({ timeout: 0 });
        const run = async <T>(name: string, params: Params = {}): Promise<T[]> => {
          const question = query(name);
          const given = exactParameters(question, { ...owed(question, asker), ...params });
          return (await tx.run(question.text, given)).records.map((record) => toRow(record) as T);
        };
        const result = await work({ run });
        await tx.commit();
        return result;
      } catch (error) {
        return rethrow()(error);
      } finally {
        await writer.close();
      }
    },
    async statement(text, params = {}) {
      const writer = session(neo4j.session.WRITE);
      return closing(
        writer,
        writer.run(text, params).then(({ records }) => records.map(toRow)),
      ).catch(rethrow());
    },
    async probe(withinMs) {
      const reader = session(readMode);
      await within(
        withinMs,
        closing(
          reader,
          reader.run('RETURN 1', {}, { timeout: withinMs }).then(() => undefined),
        ),
      ).catch(rethrow());
    },
    close: () => driver.close(),
  };
}

/** What a query is owed by who asks it. */
function owed({ parameters }: Query, { tenantId, userId }: Asker): Params {
  const params: Params = {};
  if (parameters.includes('tenantId')) params['tenantId'] = tenantId;
  if (parameters.includes('callerId')) params['callerId'] = userId;
  if (parameters.includes('tenantLabel') && tenantId) params['tenantLabel'] = tenantLabel(tenantId);
  return params;
}

async function* listed<T>(answers: AsyncGenerator<Answer, void, void>): AsyncGenerator<T, void, void> {
  for await (const answer of answers) yield withoutNulls(answer.toObject()) as T;
}

/** A row by column. A column may be null; inside a column's maps, what is null is absent, as in the interface. */
function toRow(answer: Answer): Row {
  const row: Row = {};
  for (const key of answer.keys as string[]) row[key] = withoutNulls(answer.get(key));
  return row;
}

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (value === null || typeof value !== 'object') return value;
  const kept: Row = {};
  for (const key in value) {
    const inner = (value as Row)[key];
    if (inner !== null) kept[key] = withoutNulls(inner);
  }
  return kept;
}

function closing<T>(session: Session, answer: Promise<T>): Promise<T> {
  return answer.finally(() => void session.close().catch(() => undefined));
}

/** @throws {ApiError} DATABASE_UNAVAILABLE when the answer takes longer; what is under way is left to end by itself */
function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError('DATABASE_UNAVAILABLE')), ms);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

const notNow =
  /^(ServiceUnavailable|SessionExpired|Neo\.TransientError\..*|Neo\.ClientError\.(Security|Transaction)\..*)$/;

/** Turns the driver's errors into the catalogue's; what it does not know goes on as it is. */
function rethrow(onConflict?: ErrorCode): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof Neo4jError)) throw error;
    if (onConflict && error.code === 'Neo.ClientError.Schema.ConstraintValidationFailed') fail(onConflict);
    const unavailable = notNow.test(error.code) || error.message.startsWith('Connection acquisition timed out');
    throw unavailable ? new ApiError('DATABASE_UNAVAILABLE', undefined, { cause: error }) : error;
  };
}
