// The times of a transaction of several statements: all attempts share one, all waits for plans another, and who waits for a plan
// leaves the place to others of the tenant. The database is a stand-in, whose answers take as long as the test says.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import { ApiError } from '../../../src/platform/errors.ts';
import { changesOfTenant, requestTimes } from '../../../src/platform/limits.ts';
import type { Call, QueryName } from '../../../src/platform/graph/queries/call-types.ts';
import type { QueryScope } from '../../../src/platform/graph/queries/query-files.ts';
import { createTransactions, type Transaction } from '../../../src/platform/graph/writes/transactions.ts';

const names = [
  'people/me',
  'organisation/lock_tenant',
  'access/caller',
  'role-requests/decide',
  'role-requests/lock',
] as const;
type Name = (typeof names)[number] & QueryName;

/**
 * @param answerMs how long each statement takes
 * @param planMs how long each plan takes, and how long each was waited for at most
 */
function openTransactions(answerMs: number, planMs: number, limits: { answerWithinMs: number; planWithinMs: number }) {
  const planned = new Set<string>();
  const waits: number[] = [];
  const session = () =>
    ({
      beginTransaction: () => ({
        run: async () => {
          await pause(answerMs);
          return { records: [] };
        },
        commit: () => Promise.resolve(),
      }),
      close: () => Promise.resolve(),
    }) as never;
  const prepare = (statement: string, withinMs = limits.planWithinMs): Promise<void> | null => {
    if (planned.has(statement)) return null;
    waits.push(withinMs);
    return pause(Math.min(planMs, withinMs)).then(() => {
      if (withinMs < planMs) throw new ApiError('DATABASE_UNAVAILABLE', 'still preparing');
      planned.add(statement);
    });
  };
  const { atomically } = createTransactions({
    ...requestTimes,
    ...limits,
    quoteErrors: false,
    openSession: session,
    openAtomicSession: session,
    prepare,
    wasReplanned: () => Promise.resolve(false),
    createErrorTranslator: () => (error) => {
      throw error as Error;
    },
    observer: { run: (_query, _kind, _calls, start) => start() },
  });
  const scope: QueryScope = { tenantId: 'acme', userId: 'ada' };
  const none = { maybe: () => Promise.resolve(null) } as unknown as Transaction;
  const change = (...queries: Name[]): Promise<string> =>
    atomically(scope, none, async (tx) => {
      for (const name of queries) await tx.rows(...([name, paramsOf(name)] as unknown as Call));
      return 'made';
    }).catch((error: unknown) => (error as ApiError).message);
  return { change, waits };
}

const paramsOf = (name: Name): object =>
  ({
    'people/me': { now: '2026-11-20T10:00:00.000Z' },
    'role-requests/lock': {
      approvalId: null,
      userId: null,
      otherId: null,
      groupId: null,
      departmentKey: null,
      permittedRoles: null,
      now: '2026-11-20T10:00:00.000Z',
    },
    'role-requests/decide': {
      approvalId: 'a',
      auditId: 'b',
      action: 'c',
      facts: {},
      now: '2026-11-20T10:00:00.000Z',
      keeps: false,
    },
  })[name as string] ?? {};

describe('a transaction of several statements without plans', () => {
  it('has one time for all attempts, however often it begins again', async () => {
    const { change } = openTransactions(100, 0, { answerWithinMs: 250, planWithinMs: 60_000 });
    const started = performance.now();
    expect(await change(...names)).to.not.equal('made'); // 0 + 1 + 2 + 3 statements before the last attempt
    expect(performance.now() - started).to.be.below(500);
  });

  it('has one time for all its plans, which does not count for the answer', async () => {
    const { change, waits } = openTransactions(0, 100, { answerWithinMs: 250, planWithinMs: 1_000 });
    expect(await change(...names)).to.equal('made');
    expect(waits).to.have.length(names.length);
    for (const [index, ms] of waits.entries()) expect(ms).to.be.at.most(1_000 - index * 95);
    const short = openTransactions(0, 100, { answerWithinMs: 250, planWithinMs: 250 });
    expect(await short.change(...names)).to.equal('still preparing');
    expect(short.waits).to.have.length.below(names.length);
  });

  it('holds no place of its tenant while it waits for a plan', async () => {
    const { change } = openTransactions(0, 300, { answerWithinMs: 100, planWithinMs: 1_000 });
    const waiting = Array.from({ length: changesOfTenant }, () => change('people/me'));
    let isMade = false;
    const ready = change().then((outcome) => (isMade = outcome === 'made'));
    await pause(100);
    expect(isMade).to.equal(true);
    await ready;
    for (const outcome of await Promise.all(waiting)) expect(outcome).to.equal('made');
  });
});
