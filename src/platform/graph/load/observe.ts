// Observes statements: makes a span in the trace of each caller of a statement, and figures for the metrics.
import { getOrigin, inSpan, joinOrigins, markFailed, nameError, openSpan, type Origin } from '../../telemetry/spans.ts';
import type { DatabaseConfig } from '../connection/driver.ts';
import type { Query } from '../queries/query-files.ts';
import type { Row } from '../rows.ts';

/** `read` and `write` may answer several calls at once. `transaction`: one of several statements in a transaction. */
type Kind = 'read' | 'write' | 'list' | 'transaction';
/** A statement that has ended. */
type StatementFigures = {
  /** The name of its query file. */
  query: string;
  kind: Kind;
  /** How many calls it answered. */
  calls: number;
  /** The time until the answer, or for a list until its first page. */
  seconds: number;
  /** The code of the error, if it failed. */
  failure: string | null;
};
export type StatementListener = (figures: StatementFigures) => void;

export type StatementObserver = ReturnType<typeof createStatementObserver>;

/** Creates the observer. A span has the name of the query; parameters, which may be personal, are never in it. */
export function createStatementObserver({ NEO4J_URI, NEO4J_DATABASE }: DatabaseConfig) {
  const { hostname, port } = new URL(NEO4J_URI);
  const server = {
    'db.system.name': 'neo4j',
    'db.namespace': NEO4J_DATABASE,
    'server.address': hostname,
    ...(port && { 'server.port': Number(port) }),
  };
  const listeners: StatementListener[] = [];

  function describeSpan({ name }: Query, origin: Origin, calls: number) {
    const batch = calls > 1 ? { 'db.operation.batch.size': calls } : {};
    return { kind: 'client' as const, origin, attributes: { ...server, 'db.query.summary': name, ...batch } };
  }

  /** Returns the function that reports the end of a statement, once. */
  function startClock({ name }: Query, kind: Kind, calls: number): (failure: string | null) => void {
    const started = performance.now();
    let isRunning = true;
    return (failure) => {
      if (!isRunning) return;
      isRunning = false;
      const figures = { query: name, kind, calls, seconds: (performance.now() - started) / 1000, failure };
      for (const listener of listeners) listener(figures);
    };
  }

  return {
    listen: (listener: StatementListener) => void listeners.push(listener),
    /** Runs a statement that answers these calls. */
    async run<T>(query: Query, kind: Kind, calls: readonly { caller: Origin }[], statement: () => Promise<T>) {
      const end = startClock(query, kind, calls.length);
      try {
        const origin = joinOrigins(calls.map(({ caller }) => caller));
        const result = await inSpan(query.name, describeSpan(query, origin, calls.length), statement);
        end(null);
        return result;
      } catch (error) {
        end(nameError(error));
        throw error;
      }
    },
    /** Passes on the pages of a list. Its span ends with the last page, or when the reader stops. */
    async *pages(query: Query, pages: AsyncGenerator<Row[], void, void>): AsyncGenerator<Row[], void, void> {
      const end = startClock(query, 'list', 1);
      const { span } = openSpan(query.name, describeSpan(query, getOrigin(), 1));
      try {
        for await (const page of pages) {
          end(null);
          yield page;
        }
        end(null);
      } catch (error) {
        markFailed(span, nameError(error));
        end(nameError(error));
        throw error;
      } finally {
        span.end();
      }
    },
  };
}
