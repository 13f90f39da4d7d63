// Transactions of several statements. That of a request is repeated when the database aborts it; that of an operator has more
// time, and is not repeated.
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

/** Reads and writes that are committed together. After a statement has failed, the transaction can only be rolled back. */
export type Transaction = {
  one<T>(...call: Call): Promise<T>;
  maybe<T>(...call: Call): Promise<T | null>;
  /** Returns all rows of a query. While the rows of a query with the line `@rows` arrive, the process serves other requests. */
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
/** Runs a query in a transaction. */
type RunQuery = (query: Query, params: Params, onConflict?: ErrorCode) => Promise<Row[]>;

/** Creates the runners of transactions: of operators, and of requests. */
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
    const session = openSession();
    const attempt = (tx: DriverTransaction): Promise<T> =>
      work(
        bind(scope, (query, params) =>
          run(tx, query, params).catch((error) => translateError(error, quoteErrors ? null : query.name)),
        ),
      );
    const result = runTransaction(session, transactionWithinMs, attempt);
    return closeSessionAfter(session, withTimeout(transactionWithinMs, result)).catch(createErrorTranslator(null));
  }

  /** @param committed reads what is committed, after a statement has failed: a handler can then say what caused it */
  async function atomically<T>(
    scope: QueryScope,
    committed: Pick<Transaction, 'maybe'>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    const attempt = (tx: DriverTransaction): Promise<T> => {
      let hasFailed = false;
      const bound = bind(scope, async (query, params, onConflict) => {
        const plan = prepare(query.statement);
        if (plan) throw new MissingPlan(plan);
        return run(tx, query, params).catch((error: unknown) => {
          hasFailed = true;
          return createErrorTranslator(query, onConflict)(error);
        });
      });
      const maybe: Transaction['maybe'] = (...call) => (hasFailed ? committed : bound).maybe(...call);
      return work({ ...bound, maybe, one: async (...call) => requireRow(await maybe(...call), call[0]) as never });
    };
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

/** Binds a scope to what runs queries in a transaction. */
function bind(scope: QueryScope, run: RunQuery): Transaction {
  const runBound = (...[name, params = {}, onConflict]: WriteCall): Promise<Row[]> => {
    const query = getQuery(name);
    return run(query, bindParameters(query, scope, params), onConflict);
  };
  const maybe = async <T>(...call: WriteCall): Promise<T | null> => ((await runBound(...call))[0] ?? null) as T | null;
  return {
    maybe: (...call) => maybe(...(call as WriteCall)),
    one: async (...call) => requireRow(await maybe(...(call as WriteCall)), call[0]) as never,
    rows: (async (...call) => runBound(...(call as WriteCall))) as Transaction['rows'],
    write: maybe,
  };
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
