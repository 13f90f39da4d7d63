// A transaction that the server has ended is a reason to try again, whatever the server calls it: never a 500.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Neo4jError, type Session } from 'neo4j-driver';
import { ApiError } from '../../../src/platform/errors.ts';
import { translateError } from '../../../src/platform/graph/connection/driver-errors.ts';
import { runTransactionWithRetry } from '../../../src/platform/graph/writes/write-transaction.ts';

const codes = readFileSync('test/fixtures/neo4j-status-codes.txt', 'utf8').trim().split('\n');
const errorOf = (code: string): Neo4jError => new Neo4jError('Ada', code, '', '', {} as never);
const codeOf = (error: Error): unknown => {
  try {
    return translateError(error, 'goals/board');
  } catch (thrown) {
    return thrown instanceof ApiError ? thrown.code : (thrown as Error).message;
  }
};

describe('an error of the database', () => {
  it('is DATABASE_UNAVAILABLE for every code that says that the transaction is gone', () => {
    const lost = codes.filter((code) => /\.Transaction\.|^Neo\.ClientError\.Request\.Invalid$/.test(code));
    expect(lost).to.have.length.above(25);
    expect(lost.filter((code) => codeOf(errorOf(code)) !== 'DATABASE_UNAVAILABLE')).to.deep.equal([]);
  });

  it('that is none of these names the query and the code, and quotes nothing', () => {
    for (const code of ['Neo.ClientError.Statement.TypeError', 'Neo.ClientError.Request.InvalidFormat'])
      expect(codeOf(errorOf(code))).to.equal(`cypher/goals/board.cypher failed with ${code}.`);
  });

  it('makes a transaction begin again if it was ended just when a statement came', async () => {
    let begun = 0;
    const session = {
      beginTransaction: () => ({ commit: () => Promise.resolve() }),
      close: () => Promise.resolve(),
    } as unknown as Session;
    const result = await runTransactionWithRetry(
      () => session,
      2_500,
      () => {
        begun += 1;
        return begun === 1 ? Promise.reject(errorOf('Neo.ClientError.Request.Invalid')) : Promise.resolve('made');
      },
    );
    expect([result, begun]).to.deep.equal(['made', 2]);
  });
});
