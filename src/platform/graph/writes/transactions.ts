// Transactions of several statements, for operators and for requests. Transactions of requests are repeated when the database
// aborts them.
import type { Session, Transaction as DriverTransaction } from 'neo4j-driver';
import type { ErrorCode } from '../../errors.ts';
import { createKeyedLimit } from '../../lib/keyed-limit.ts';
import { changesOfTenant, type Limits } from '../../limits.ts';
import { getOrigin } from '../../telemetry/spans.ts';
import { closeSessionAfter, withoutStackTrace, withTimeout } from '../connection/driver.ts';
import { translateError } from '../connection/driver-errors.ts';
import type { StatementObserver } from '../load/observe.ts';
import { bindParameters, getQuery, type Query, type QueryScope } from '../queries/query-files.ts';
import type { Call, WriteCall } from '../queries/call-types.ts';
import { joinCalls, requireRow, splitRows, type Params, type Row } from '../rows.ts';
import { runTransaction, runTransactionWithRetry } from './write-transaction.ts';

/** Several statements in one atomic transaction. */
export type Transaction = { run<T>(...call: Call): Promise<T[]> };

/** Reads and writes in one transaction. After a statement has failed, reads see what was committed before it. */
export type AtomicGraph = {
  one<T>(...call: Call): Promise<T>;
  maybe<T>(...call: Call): Promise<T | null>;
  /** Reads all rows of a query with the line `@rows`, so that other requests are served while they arrive. */
  rows<T>(...call: Call): Promise<T[]>;
  write<T>(...call: WriteCall): Promise<T | null>;
};

type Options = Limits & {
  quoteErrors: boolean;
  openSession: () => Session;
  openAtomicSession: () => Session;
  prepare: (statement: string) => Promise<unknown> | null;
  createErrorTranslator: (query: Query | null, onConflict?: ErrorCode) => (error: unknown) => never;
  observer: Pick<StatementObserver, 'run'>;
};

/** Creates the runners of both kinds of transactions. */
export function createTransactions(options: Options) {
  const { openSession, openAtomicSession, prepare, createErrorTranslator, quoteErrors } = options;
  const { transactionWithinMs, answerWithinMs, observer } = options;
  const ofTenants = createKeyedLimit(changesOfTenant);

  async function run(tx: DriverTransaction, query: Query, params: Params): Promise<Row[]> {
    const call = { params, caller: getOrigin() };
    const p = joinCalls(query, [call]);
    const start = async () => withoutStackTrace(() => tx.run(query.statement, { p }));
    const { records } = await observer.run(query, 'transaction', [call], start);
    return splitRows(query, records, 1)[0] ?? [];
  }

  async function transaction<T>(scope: QueryScope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    const writer = openSession();
    const bindTransaction = (tx: DriverTransaction): Transaction => ({
      async run<T>(name: string, params: Params = {}) {
        const query = getQuery(name);
        const rows = run(tx, query, bindParameters(query, scope, params));
        return (await rows.catch((error) => translateError(error, quoteErrors ? null : name))) as T[];
      },
    });
    const result = runTransaction(writer, transactionWithinMs, (tx) => work(bindTransaction(tx)));
    return closeSessionAfter(writer, withTimeout(transactionWithinMs, result)).catch(createErrorTranslator(null));
  }

  /** Binds a scope to a transaction; `committed` reads after a statement has failed. */
  function bindAtomic(tx: DriverTransaction, scope: QueryScope, committed: Pick<AtomicGraph, 'maybe'>): AtomicGraph {
    let hasFailed = false;
    async function runPlanned(...[name, params = {}, onConflict]: WriteCall): Promise<Row[]> {
      const query = getQuery(name);
      const bound = bindParameters(query, scope, params);
      const plan = prepare(query.statement);
      if (plan) throw new MissingPlan(plan);
      return run(tx, query, bound).catch((error: unknown) => {
        hasFailed = true;
        return createErrorTranslator(query, onConflict)(error);
      });
    }
    const maybe: AtomicGraph['maybe'] = async <T>(...call: Call) =>
      hasFailed ? committed.maybe<T>(...call) : toFirst<T>(await runPlanned(...call));
    return {
      maybe,
      one: async <T>(...call: Call) => requireRow(await maybe<T>(...call), call[0]),
      rows: async <T>(...call: Call) => (await runPlanned(...call)) as T[],
      write: async <T>(...call: WriteCall) => toFirst<T>(await runPlanned(...call)),
    };
  }

  async function atomically<T>(
    scope: QueryScope,
    committed: Pick<AtomicGraph, 'maybe'>,
    work: (graph: AtomicGraph) => Promise<T>,
  ): Promise<T> {
    const attempt = (tx: DriverTransaction): Promise<T> => work(bindAtomic(tx, scope, committed));
    const withinMs = Math.max(answerWithinMs, scope.withinMs ?? 0);
    const translate = createErrorTranslator(null);
    const deadline = performance.now() + withinMs;
    const turn = Promise.withResolvers<void>();
    const result = ofTenants.run(scope.tenantId ?? '', async () => {
      turn.resolve();
      const restMs = deadline - performance.now();
      for (;;) {
        try {
          return await runTransactionWithRetry(openAtomicSession, restMs, attempt);
        } catch (error) {
          if (!(error instanceof MissingPlan)) return translate(error);
          await error.plan.catch(translate);
        }
      }
    });
    result.catch(() => undefined); // one whose turn comes too late
    await withTimeout(withinMs, turn.promise);
    return result;
  }

  return { transaction, atomically };
}

/** Ends a transaction that meets a query without a plan: it begins again with the plan, and holds no locks meanwhile. */
class MissingPlan extends Error {
  readonly plan: Promise<unknown>;
  constructor(plan: Promise<unknown>) {
    super('A query is planned first.');
    this.plan = plan;
    plan.catch(() => undefined); // it may fail while the transaction is rolled back
  }
}

const toFirst = <T>([first = null]: readonly (Row | null)[]): T | null => first as T | null;
