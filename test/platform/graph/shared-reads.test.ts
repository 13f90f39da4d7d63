// Reads that share a statement: one that takes too much costs its own tenant, and no other.
import { setTimeout as pause } from 'node:timers/promises';
import { expect } from 'chai';
import type { Record as DriverRecord } from 'neo4j-driver';
import { ApiError } from '../../../src/platform/errors.ts';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { createSharedReads } from '../../../src/platform/graph/reads/shared-reads.ts';

const query = getQuery('access/caller');
const coded = (code: string): Error => Object.assign(new Error(code), { code });
const timedOut = coded('Neo.ClientError.Transaction.TransactionTimedOut');

describe('reads that share a statement', () => {
  /** The callers of each statement, and how long it could take. */
  let sent: { callers: string[]; withinMs: number }[];
  let failure: (callers: string[]) => Error | null;
  let read: (tenantId: string, callerId: string) => Promise<string>;
  beforeEach(() => {
    sent = [];
    failure = () => null;
    const share = createSharedReads(async (_query, calls, withinMs) => {
      const callers = calls.map(({ params }) => `${String(params['tenantId'])} ${String(params['callerId'])}`);
      sent.push({ callers, withinMs });
      await (callers.includes('a slow') ? pause(60) : new Promise(setImmediate));
      const error = failure(callers);
      if (error) throw error;
      return [{ get: () => callers.map((_, at) => [at]) }] as unknown as DriverRecord[];
    });
    read = (tenantId, callerId) =>
      share(query, { tenantId, callerId }, performance.now() + 2_500).then(
        (rows) => `${rows.length} row`,
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
  });
  const readAll = (...callers: string[]): Promise<string[]> =>
    Promise.all(callers.map((caller) => read(...(caller.split(' ') as [string, string]))));
  const statements = (): string[] => sent.splice(0).map(({ callers }) => callers.join(', '));

  it('are asked by tenant, then alone, when one of them takes too long; only that one fails', async () => {
    for (const error of [
      timedOut,
      coded('Neo.TransientError.General.MemoryPoolOutOfMemoryError'),
      coded('Neo.ClientError.Statement.ArithmeticError'),
    ]) {
      failure = (callers) => (callers.includes('a heavy') ? error : null);
      const answers = await readAll('a heavy', 'a light', `b ${(error as { code?: string }).code}`);
      expect(answers.slice(1)).to.deep.equal(['1 row', '1 row']);
      expect(answers[0]).to.equal((error as { code?: string }).code);
      failure = () => null;
    }
    expect(statements().slice(0, 5)).to.deep.equal([
      'a heavy, a light, b Neo.ClientError.Transaction.TransactionTimedOut',
      'a heavy, a light',
      'b Neo.ClientError.Transaction.TransactionTimedOut',
      'a heavy',
      'a light',
    ]);
  });

  it('leave time for asking apart', async () => {
    failure = (callers) => (callers.length > 1 ? new ApiError('DATABASE_UNAVAILABLE') : null);
    expect(await readAll('a 1', 'a 2', 'b 1')).to.deep.equal(['1 row', '1 row', '1 row']);
    const limits = sent.map(({ withinMs }) => withinMs);
    expect(limits[0]).to.be.within(900, 1_000);
    expect(limits.at(-1)).to.be.within(2_000, 2_500);
  });

  it('no longer share with a tenant whose reads took too long, while those of others went well', async () => {
    failure = (callers) => (callers.includes('a heavy') ? timedOut : null);
    await readAll('a heavy', 'b 1');
    statements();
    const answers = await readAll('a heavy', 'a light', 'b 1', 'c 1');
    expect(answers.slice(1)).to.deep.equal(['1 row', '1 row', '1 row']);
    expect(statements().slice(0, 2)).to.have.members(['a heavy, a light', 'b 1, c 1']);
  });

  it('no longer share with a tenant whose statement took much longer than usual', async () => {
    for (let n = 0; n < 20; n += 1) await readAll('a 1', 'b 1');
    await readAll('a slow');
    statements();
    expect(await readAll('a slow', 'b 1')).to.deep.equal(['1 row', '1 row']);
    expect(statements()).to.have.members(['a slow', 'b 1']);
  });

  it('go on sharing when none went well: the database is slow for all', async () => {
    failure = () => timedOut;
    await readAll('a 1', 'b 1');
    failure = () => null;
    statements();
    await readAll('a 1', 'b 1');
    expect(statements()).to.deep.equal(['a 1, b 1']);
  });

  it('end by their deadline while the database hangs, also those whose turn has not come', async () => {
    const ends: number[] = [];
    const share = createSharedReads(async (_query, _calls, withinMs) => {
      ends.push(performance.now() + withinMs);
      await pause(withinMs);
      throw new ApiError('DATABASE_UNAVAILABLE');
    });
    const reads: Promise<string>[] = [];
    let deadline = 0;
    for (let n = 0; n < 10; n += 1) {
      deadline = performance.now() + 200;
      const params = { tenantId: `${n % 3}`, callerId: `${n}` };
      reads.push(share(query, params, deadline).then(String, ({ code }: ApiError) => code));
      await new Promise(setImmediate);
    }
    expect(new Set(await Promise.all(reads))).to.deep.equal(new Set(['DATABASE_UNAVAILABLE']));
    expect(Math.max(...ends)).to.be.at.most(deadline + 50);
  });

  it('are not asked again when the database is away', async () => {
    failure = () => coded('ServiceUnavailable');
    expect(new Set(await readAll('a 1', 'b 1'))).to.deep.equal(new Set(['ServiceUnavailable']));
    expect(sent).to.have.length(1);
  });
});
