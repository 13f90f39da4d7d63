// Reads that share a statement: one that cannot be answered fails alone.
import { expect } from 'chai';
import type { Record as DriverRecord } from 'neo4j-driver';
import { getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { createSharedReads } from '../../../src/platform/graph/reads/shared-reads.ts';

const query = getQuery('access/caller');
const coded = (code: string): Error => Object.assign(new Error(code), { code });

describe('reads that share a statement', () => {
  /** The callers of each statement. */
  let sent: string[];
  let failure: (callers: string[]) => Error | null;
  let read: (tenantId: string, callerId: string) => Promise<string>;
  beforeEach(() => {
    sent = [];
    failure = () => null;
    const share = createSharedReads(async (_query, calls) => {
      const callers = calls.map(({ params }) => `${String(params['tenantId'])} ${String(params['callerId'])}`);
      sent.push(callers.join(', '));
      await new Promise(setImmediate);
      const error = failure(callers);
      if (error) throw error;
      return [{ get: () => callers.map((_, at) => [at]) }] as unknown as DriverRecord[];
    });
    read = (tenantId, callerId) =>
      share(query, { tenantId, callerId }).then(
        (rows) => `${rows.length} row`,
        (error: Error & { code?: string }) => error.code ?? error.message,
      );
  });
  const readAll = (...callers: string[]): Promise<string[]> =>
    Promise.all(callers.map((caller) => read(...(caller.split(' ') as [string, string]))));

  it('are asked together, of all tenants', async () => {
    expect(await readAll('a 1', 'a 2', 'b 1')).to.deep.equal(['1 row', '1 row', '1 row']);
    expect(sent).to.deep.equal(['a 1, a 2, b 1']);
  });

  for (const code of [
    'Neo.TransientError.General.MemoryPoolOutOfMemoryError',
    'Neo.ClientError.Statement.ArithmeticError',
  ]) {
    it(`are asked one by one when the statement fails with ${code}; only the one at fault fails`, async () => {
      failure = (callers) => (callers.includes('a heavy') ? coded(code) : null);
      expect(await readAll('a heavy', 'a light', 'b light')).to.deep.equal([code, '1 row', '1 row']);
      expect(sent).to.deep.equal(['a heavy, a light, b light', 'a heavy', 'a light', 'b light']);
    });
  }

  it('are not asked again when the database is away', async () => {
    failure = () => coded('ServiceUnavailable');
    expect(new Set(await readAll('a 1', 'b 1'))).to.deep.equal(new Set(['ServiceUnavailable']));
    expect(sent).to.have.length(1);
  });
});
