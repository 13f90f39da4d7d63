// Transactions of several statements. That of a request is repeated when the database aborts it; that of an operator has more
// time, and is not repeated.
import type { Session, Transaction as DriverTransaction } from 'neo4j-driver';
import type { ErrorCode } from '../../errors.ts';
import { createKeyedLimit } from '../../lib/keyed-limit.ts';
import { changesOfTenant, type Limits } from '../../limits.ts';
import { getOrigin } from '../../telemetry/spans.ts';
import { closeSessionAfter, withoutStackTrace, withTimeout } from '../connection/driver.ts';
import { isOutOfTime, translateError } from '../connection/driver-errors.ts';
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
  /** Waits for a plan at most so many milliseconds; null if there is one. */
  prepare: (statement: string, withinMs: number, mayHaveChanged: boolean) => Promise<unknown> | null;
  wasReplanned: (statement: string, withinMs: number, mayHaveChanged: boolean) => Promise<boolean>;
  createErrorTranslator: (query: Query | null, onConflict?: ErrorCode) => (error: unknown) => never;
  observer: Pick<StatementObserver, 'run'>;
};
/** Runs a query in a transaction. */
type RunQuery = (query: Query, params: Params, onConflict?: ErrorCode) => Promise<Row[]>;

/** Creates the runners of transactions: of operators, and of requests. */
export function createTransactions(options: Options) {
  const { openSession, openAtomicSession, prepare, wasReplanned, createErrorTranslator, quoteErrors } = options;
  const { transactionWithinMs, answerWithinMs, planWithinMs, observer } = options;
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

  /** Makes one attempt at a transaction in its tenant's turn, within `withinMs` with the wait for the turn. */
  async function runInTurn<T>(
    tenantId: string,
    withinMs: number,
    attempt: (tx: DriverTransaction) => Promise<T>,
  ): Promise<T> {
    const deadline = performance.now() + withinMs;
    const turn = Promise.withResolvers<void>();
    const result = ofTenants.run(tenantId, () => {
      turn.resolve();
      return runTransactionWithRetry(openAtomicSession, deadline - performance.now(), attempt);
    });
    result.catch(() => undefined); // one whose turn comes too late
    await withTimeout(withinMs, turn.promise);
    return result;
  }

  /**
   * All attempts together have the time for an answer, and all waits for plans the time for a plan. Nothing is held during a wait:
   * no connection, no lock, and no place of the tenant.
   *
   * @param committed reads what is committed, after a statement has failed: a handler can then say what caused it
   */
  async function atomically<T>(
    scope: QueryScope,
    committed: Pick<Transaction, 'maybe'>,
    work: (tx: Transaction) => Promise<T>,
  ): Promise<T> {
    let answerMs = Math.max(answerWithinMs, scope.withinMs ?? 0);
    let plansMs = planWithinMs;
    let underWay = null as { statement: string; mayHaveChanged: boolean } | null;
    const attempt = (tx: DriverTransaction): Promise<T> => {
      let hasFailed = false;
      let mayHaveChanged = false;
      underWay = null;
      const bound = bind(scope, async (query, params, onConflict) => {
        if (query.isList) throw new Error(`cypher/${query.name}.cypher is a list, which has no plan for transactions.`);
        const { statement } = query;
        const isAfterChange = mayHaveChanged;
        const plan = prepare(statement, plansMs, isAfterChange);
        mayHaveChanged ||= query.isChange; // also if it has no plan: what is asked for beside it will follow it
        if (plan) throw new MissingPlan(plan);
        underWay = { statement, mayHaveChanged: isAfterChange };
        const rows = await run(tx, query, params).catch((error: unknown) => {
          hasFailed = true;
          return createErrorTranslator(query, onConflict)(error);
        });
        underWay = null;
        return rows;
      });
      const maybe: Transaction['maybe'] = (...call) => (hasFailed ? committed : bound).maybe(...call);
      return work({ ...bound, maybe, one: async (...call) => requireRow(await maybe(...call), call[0]) as never });
    };
    /** Whether the time was up while the database planned a statement anew: it was not committed, and may begin again. */
    const wasPlanning = async (error: unknown): Promise<boolean> =>
      isOutOfTime(error) &&
      underWay !== null &&
      (await wasReplanned(underWay.statement, plansMs, underWay.mayHaveChanged));
    const translate = createErrorTranslator(null);
    let mayBeginAgain = true;
    for (;;) {
      const startedAt = performance.now();
      try {
        return await runInTurn(scope.tenantId ?? '', answerMs, attempt);
      } catch (error) {
        const endedAt = performance.now();
        if (error instanceof MissingPlan) {
          answerMs -= endedAt - startedAt;
          await error.plan.catch(translate);
          plansMs -= performance.now() - endedAt;
        } else if (mayBeginAgain && (await wasPlanning(error).catch(translate))) {
          mayBeginAgain = false;
          plansMs -= performance.now() - startedAt; // the attempt went to the plan
        } else return translate(error);
      }
    }
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
