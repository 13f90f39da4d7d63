// Group commit: writes made together have the outcomes that each would have had alone, in the order in which they came.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import type { ApiError } from '../../../src/platform/errors.ts';
import { openDriver } from '../../../src/platform/graph/connection/driver.ts';
import { createStatementObserver } from '../../../src/platform/graph/load/observe.ts';
import { bindParameters, getQuery } from '../../../src/platform/graph/queries/query-files.ts';
import { joinCalls, type Row } from '../../../src/platform/graph/rows.ts';
import { createSharedWrites } from '../../../src/platform/graph/writes/shared-writes.ts';
import { createWriteRunner } from '../../../src/platform/graph/writes/write-transaction.ts';
import { company, fingerprint, type Company } from '../../support/company.ts';
import { untilNoStatementRuns } from '../../support/locks.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

type Params = Record<string, unknown>;
type Settled = PromiseSettledResult<Row | null>;

const { scores, proud, obstacles, learned, important } = aSummary();
const now = friday;

describe('writes that wait at the same time', () => {
  const api = service();
  let driver: ReturnType<typeof openDriver>;
  /** The number of writes in each transaction, in the order in which they began. */
  let transactions: number[];
  let acme: Company;
  let writeShared: ReturnType<typeof createSharedWrites>;
  beforeEach(async () => {
    driver = openDriver(api.config, 5);
    transactions = [];
    const run = createWriteRunner(
      () => driver.session(),
      () => null,
      createStatementObserver(api.config),
    );
    writeShared = createSharedWrites((query, calls, withinMs) => {
      transactions.push(calls.length);
      return run(query, calls, withinMs);
    });
    acme = await company(api, 'Ada (admin)\n  Bob [Sales]\n    Cy [Sales]\n    Dee\n    Eli\n  Max †');
  });
  afterEach(() => driver.close());
  before('the writes are planned, which may take longer than a batch may', async () => {
    for (const name of ['summaries/submit', 'summaries/edit']) {
      await api.graph.statement(getQuery(name).statement, { p: { batchSize: 0 } });
    }
    // for no tenant: after an EXPLAIN, the first run would compile once more
    await api.graph.statement(getQuery('reporting-line/set_manager').statement, { p: {} });
  });

  const write = (who: string, name: string, params: Params, of = acme, withinMs = 2_500): Promise<Row | null> => {
    const scope = { tenantId: of.tenantId, userId: of.id(who) };
    const query = getQuery(name);
    return writeShared(query, bindParameters(query, scope, params), performance.now() + withinMs);
  };
  const submission = (weekStart = '2026-11-16'): Params & { summaryId: string } => ({
    summaryId: randomUUID(),
    eventId: randomUUID(),
    weekStart,
    scores,
    proud,
    obstacles,
    learned,
    important,
    now,
  });
  const submit = async (
    who: string,
    weekStart?: string,
    of = acme,
    withinMs = 2_500,
  ): Promise<[string, string | undefined]> => {
    const params = submission(weekStart);
    const row = (await write(who, 'summaries/submit', params, of, withinMs)) as { summary: { id: string } } | null;
    return [params.summaryId, row?.summary.id];
  };
  const stored = (of = acme): Promise<Row[]> =>
    of.statement(`MATCH (u:User)-[:WROTE]->(s:Summary {tenantId: $tenantId})
       OPTIONAL MATCH (e:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.submitted:' + s.id})
       RETURN u.name AS who, toString(s.weekStart) AS week, s.id AS id, count(e) AS events ORDER BY who, week`);

  const managers = async (of: Company): Promise<unknown[]> => {
    const rows = await of.statement(`MATCH (u:User {tenantId: $tenantId})-[:REPORTS_TO]->(m:User)
       RETURN u.name + ' ' + m.name AS line ORDER BY line`);
    return rows.map(({ line }) => line);
  };

  it('are one transaction, each with its own row', async () => {
    const weeks = Array.from({ length: 100 }, (_, n) =>
      new Date(Date.UTC(2020, 0, 6 + 7 * n)).toISOString().slice(0, 10),
    );
    const made = await Promise.all(weeks.map((week) => submit('Cy', week)));
    expect(transactions).to.deep.equal([64, 36]);
    for (const [wanted, id] of made) expect(id).to.equal(wanted);
    const expected = weeks.map((week, n) => ({ who: 'Cy', week, id: made[n]?.[0], events: 1 }));
    expect(await stored()).to.deep.equal(expected);
  });

  it('do not make a single one wait', async () => {
    const [wanted, id] = await submit('Cy');
    expect(id).to.equal(wanted);
    expect(transactions).to.deep.equal([1]);
  });

  it('make one of two equal ones, and both get the one that was made', async () => {
    const [first, other, second] = await Promise.all([submit('Cy'), submit('Dee'), submit('Cy')]);
    expect(transactions).to.deep.equal([3]);
    expect([first[1], other[1], second[1]]).to.deep.equal([first[0], other[0], first[0]]);
    expect(await stored()).to.deep.equal([
      { who: 'Cy', week: '2026-11-16', id: first[0], events: 1 },
      { who: 'Dee', week: '2026-11-16', id: other[0], events: 1 },
    ]);
  });

  it('refuse one and make the others', async () => {
    const made = await Promise.all([submit('Cy'), submit('Max'), submit('Dee')]);
    expect(transactions).to.deep.equal([3]);
    expect(made.map(([wanted, id]) => id === wanted)).to.deep.equal([true, false, true]);
    expect(made[1][1]).to.equal(undefined);
    expect((await stored()).map(({ who }) => who)).to.deep.equal(['Cy', 'Dee']);
  });

  it('are made again one by one when a constraint refuses one, and only that one fails', async () => {
    const made = await Promise.all([submit('Cy'), submit('Cy', '2026-11-09'), submit('Dee'), submit('Eli')]);
    const [[cy], , [dee], [eli]] = made;
    transactions.length = 0;
    const edit = (who: string, summaryId: string): Promise<Row | null> => {
      const params = {
        summaryId,
        weekStart: '2026-11-09',
        scores,
        proud,
        obstacles,
        learned,
        important,
        changeId: randomUUID(),
        now,
      };
      return write(who, 'summaries/edit', params);
    };
    const edits = await Promise.allSettled([edit('Dee', dee), edit('Cy', cy), edit('Eli', eli)]);
    expect(transactions).to.deep.equal([3, 1, 1, 1]);
    expect(edits.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect(codeOf(edits[1])).to.equal('Neo.ClientError.Schema.ConstraintValidationFailed');
    const weeks = (await stored()).map(({ who, week }) => `${String(who)} ${String(week)}`);
    expect(weeks).to.deep.equal(['Cy 2026-11-09', 'Cy 2026-11-16', 'Dee 2026-11-09', 'Eli 2026-11-09']);
  });

  it('are made again one by one when a lock holds up one, and only that one fails', async () => {
    const locker = driver.session();
    const lock = locker.beginTransaction();
    await lock.run('MATCH (u:User {id: $id}) SET u.id = $id', { id: acme.id('Cy') });
    const made = await Promise.allSettled([submit('Dee'), submit('Cy'), submit('Eli')]);
    await untilNoStatementRuns(api.graph);
    await lock.rollback();
    await locker.close();
    expect(transactions).to.deep.equal([3, 1, 1, 1]);
    expect(made.map(({ status }) => status)).to.deep.equal(['fulfilled', 'rejected', 'fulfilled']);
    expect((await stored()).map(({ who }) => who)).to.deep.equal(['Dee', 'Eli']);
  });

  it('of neighbour tenants are apart: each changes its own, and none waits for the lock of another', async () => {
    const neighbour = await company(api, 'Ada (admin)\n  Cy\n  Dee');
    const before = await fingerprint(api, acme.tenantId);
    const move = (of: Company): Promise<Row | null> =>
      write('Ada', 'reporting-line/set_manager', moveOf(of, 'Dee', 'Cy'), of);
    await api.graph.transaction({ tenantId: acme.tenantId, userId: 'operator' }, async (tx) => {
      await tx.rows('organisation/lock_tenant');
      const locked = move(acme).catch(() => 'refused');
      expect(await move(neighbour)).to.deep.include({ cycle: false });
      expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
      return { locked };
    });
    const [own, theirs] = await Promise.all([submit('Cy'), submit('Cy', undefined, neighbour)]);
    expect([own[1], theirs[1]]).to.deep.equal([own[0], theirs[0]]);
    expect((await stored()).map(({ id }) => id)).to.deep.equal([own[0]]);
    expect((await stored(neighbour)).map(({ id }) => id)).to.deep.equal([theirs[0]]);
  });

  it('of different tenants would not mix in one statement either', async () => {
    const neighbour = await company(api, 'Ada\n  Cy');
    const query = getQuery('summaries/submit');
    const rows = [acme, neighbour].map((of) => ({ of, params: submission() }));
    const bound = rows.map(({ of, params }) => ({
      params: bindParameters(query, { tenantId: of.tenantId, userId: of.id('Cy') }, params),
    }));
    const session = driver.session();
    await session.run(query.statement, { p: joinCalls(query, bound) });
    await session.close();
    for (const { of, params } of rows) expect((await stored(of)).map(({ id }) => id)).to.deep.equal([params.summaryId]);
  });

  it('are refused, and not made, when their time ran out while they waited', async () => {
    const first = submit('Cy');
    await new Promise(setImmediate);
    const late = submit('Dee', undefined, acme, 0).catch((error: ApiError) => error.code);
    const other = submit('Eli');
    expect(await late).to.equal('DATABASE_UNAVAILABLE');
    await Promise.all([first, other]);
    expect((await stored()).map(({ who }) => who)).to.deep.equal(['Cy', 'Eli']);
  });

  it('are moves, each in a transaction of its own; of two crossing ones, one is made and the other would be a cycle', async () => {
    const moves = [moveOf(acme, 'Cy', 'Dee'), moveOf(acme, 'Dee', 'Cy'), moveOf(acme, 'Eli', 'Ada')];
    const rows = await Promise.all(moves.map((move) => write('Ada', 'reporting-line/set_manager', move)));
    expect(transactions).to.deep.equal([1, 1, 1]);
    expect(rows.map((row) => row?.['cycle'])).to.have.members([true, false, false]);
    const made = rows[0]?.['cycle'] === false ? ['Cy Dee', 'Dee Bob'] : ['Cy Bob', 'Dee Cy'];
    expect(await managers(acme)).to.deep.equal(['Bob Ada', ...made, 'Eli Ada', 'Max Ada']);
  });

  it('are moves that a repeated transaction does not make twice', async () => {
    const params = moveOf(acme, 'Cy', 'Ada');
    await write('Ada', 'reporting-line/set_manager', params);
    await write('Ada', 'reporting-line/set_manager', moveOf(acme, 'Cy', 'Bob'));
    const before = await fingerprint(api, acme.tenantId);
    await write('Ada', 'reporting-line/set_manager', params);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });
});

function moveOf(of: Company, who: string, under: string): Params {
  const people = {
    userId: of.id(who),
    managerId: of.id(under),
    permittedRoles: rolesThatHold('manager:set'),
    rolesWithTenantScope: [],
    establishedDays: 30,
  };
  return { ...people, auditId: randomUUID(), now };
}

function codeOf(settled: Settled | undefined): unknown {
  return settled?.status === 'rejected' ? (settled.reason as { code?: string }).code : settled?.status;
}
