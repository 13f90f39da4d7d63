// Which errors cost an event an attempt: those of the work itself, and none of a database that is slow or away.
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { Neo4jError } from 'neo4j-driver';
import { ApiError, errorCodes } from '../../../src/platform/errors.ts';
import { translateError } from '../../../src/platform/graph/connection/driver-errors.ts';
import { classifyFailure } from '../../../src/platform/outbox/outcome.ts';

/** All error codes of Neo4j 5.26, as its server lists them. */
const databaseCodes = readFileSync('test/fixtures/neo4j-status-codes.txt', 'utf8').trim().split('\n');

/** What the errors of each category of the database cost: an attempt, or a pause. The names in `but` are the other way round. */
const categories: Record<string, { costs: 'attempt' | 'pause'; but?: string[] }> = {
  'ClientError.ChangeDataCapture': { costs: 'attempt' },
  'ClientError.Cluster': { costs: 'pause' },
  'ClientError.Database': { costs: 'attempt' },
  'ClientError.Fabric': { costs: 'attempt' },
  'ClientError.General': { costs: 'attempt', but: ['ForbiddenOnReadOnlyDatabase', 'WriteOnReadOnlyAccessDatabase'] },
  'ClientError.Procedure': { costs: 'attempt' },
  'ClientError.Request': { costs: 'attempt', but: ['Invalid'] },
  'ClientError.Routing': { costs: 'pause' },
  'ClientError.Schema': { costs: 'attempt' },
  'ClientError.Security': { costs: 'pause' },
  'ClientError.Statement': { costs: 'attempt', but: ['EntityNotFound'] },
  'ClientError.Transaction': { costs: 'pause' },
  'DatabaseError.ChangeDataCapture': { costs: 'attempt' },
  'DatabaseError.Database': { costs: 'attempt' },
  'DatabaseError.Fabric': { costs: 'attempt' },
  'DatabaseError.General': { costs: 'attempt' },
  'DatabaseError.Schema': { costs: 'attempt' },
  'DatabaseError.Statement': { costs: 'attempt' },
  'DatabaseError.Transaction': { costs: 'pause' },
  'TransientError.ChangeDataCapture': { costs: 'pause' },
  'TransientError.Cluster': { costs: 'pause' },
  'TransientError.General': {
    costs: 'pause',
    but: ['MemoryPoolOutOfMemoryError', 'OutOfMemoryError', 'TransactionMemoryLimit'], // the work may be too large
  },
  'TransientError.Request': { costs: 'pause' },
  'TransientError.Security': { costs: 'pause' },
  'TransientError.Statement': { costs: 'pause' },
  'TransientError.Transaction': { costs: 'pause' },
};

const costOf = (error: unknown): string => ('postpone' in classifyFailure(error) ? 'pause' : 'attempt');
/** The error as the graph client throws it to the work. */
const translated = (error: Error): unknown => {
  try {
    return translateError(error, 'goals/board');
  } catch (thrown) {
    return thrown;
  }
};

describe('an error of the work on an event', () => {
  it('costs an attempt or a pause by its category, for every code of the database, before and after its translation', () => {
    const wrong: string[] = [];
    for (const code of databaseCodes) {
      const [, kind, category, name = ''] = code.split('.');
      const rule = categories[`${kind}.${category}`];
      expect(rule, `${code} has no category`).to.not.equal(undefined);
      const others = { attempt: 'pause', pause: 'attempt' } as const;
      const expected = rule && (rule.but?.includes(name) ? others[rule.costs] : rule.costs);
      const error = new Neo4jError('Ada', code, '', '', {} as never);
      for (const thrown of [error, translated(error)]) if (costOf(thrown) !== expected) wrong.push(code);
    }
    expect(wrong).to.deep.equal([]);
    expect(databaseCodes.length).to.be.above(100);
  });

  it('costs a pause where the driver reached no server, or had no free connection', () => {
    for (const [code, message] of [
      ['ServiceUnavailable', ''],
      ['SessionExpired', ''],
      ['N/A', 'Connection acquisition timed out in 2500 ms. Pool status: Active conn count = 64, Idle conn count = 0.'],
    ] as const) {
      const error = new Neo4jError(message, code, '', '', {} as never);
      expect([costOf(error), costOf(translated(error))], code).to.deep.equal(['pause', 'pause']);
    }
  });

  it('costs a pause for each code of the service that asks a client to try again later, and an attempt for all others', () => {
    const pauses = errorCodes.filter((code) => costOf(new ApiError(code)) === 'pause');
    expect(pauses).to.have.members([
      'RATE_LIMITED',
      'OVERLOADED',
      'ANSWER_TOO_SLOW',
      'DATABASE_UNAVAILABLE',
      'FILES_UNAVAILABLE',
      'AUTH_UNAVAILABLE',
    ]);
  });

  it('costs an attempt if it is a fault of the program, or of something outside of the service', () => {
    const coded = (code: unknown): Error => Object.assign(new Error('Ada'), { code });
    for (const error of [
      new Error('Ada'),
      new TypeError('Ada'),
      coded('TIMED_OUT'),
      coded('ECONNREFUSED'),
      coded(20),
      null,
    ])
      expect(costOf(error ?? {})).to.equal('attempt');
  });

  it('is put off where the process stops', () => {
    expect(classifyFailure(Object.assign(new Error('stops'), { code: 'STOPPING' }))).to.deep.equal({
      defer: 'STOPPING',
    });
  });
});
