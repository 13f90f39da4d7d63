// The reports' rows: reckoned by hand for a drawn tenant, and within somebody's sight what the API answers them.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { listQueries } from '../../../src/platform/graph/queries/query-files.ts';
import type { TrendFlag } from '../../../src/features/summaries/schema.ts';
import type { Row } from '../../../src/features/reports/rows.ts';
import { reports } from '../../../src/features/reports/index.ts';
import { describeChange, readReport } from '../../../scripts/cli/report/compare.ts';
import { leaveParams } from '../../support/company.ts';
import { drawnTenant, lastWeek, reportOf, thisWeek, type DrawnTenant } from '../../support/drawn-tenant.ts';
import { service } from '../../support/service.ts';

const only = (rows: Row[], ...names: string[]): unknown[][] => rows.map((row) => names.map((name) => row[name]));

describe('the rows of a report', () => {
  const api = service();
  let acme: DrawnTenant;
  before(async () => {
    acme = await drawnTenant(api);
    await drawnTenant(api); // the neighbour, of whom nothing may show
  });

  const move = (of: DrawnTenant, who: string, from: string, to: string, now = '2026-11-19T09:00:00.000Z') =>
    api.graph.transaction({ tenantId: of.tenantId, userId: 'operator' }, (tx) => {
      const row = { id: of.id(who), managerId: of.id(to), fromManagerId: of.id(from), auditId: randomUUID() };
      return tx.rows('organisation/move_people', { rows: [row], now, planId: null, moveId: randomUUID() });
    });
  const setStart = (of: DrawnTenant, name: string, startDate: string): Promise<unknown> =>
    api.graph.statement('MATCH (u:User {id: $id}) SET u.startDate = date($startDate)', { id: of.id(name), startDate });
  const refusal = (name: string, person: string): Promise<string> =>
    acme.rows(name, person).then(
      (rows) => `${rows.length} rows`,
      (error: { code: string }) => error.code,
    );

  it('digest: everyone active with their scores, by name', async () => {
    const rows = await acme.rows('digest');
    expect(only(rows, 'name', 'submitted', 'qualityOfWork', 'department')).to.deep.equal([
      ['Adm', false, null, 'People'],
      ['Ann', false, null, 'Board'],
      ['Bob', true, 2, 'Tech'],
      ['Cyd', true, 3, 'Tech'],
      ['Dan', true, 4, 'Tech'],
      ['Eve', true, 5, 'Tech'],
      ['Fay', false, null, 'Care'],
      ['Gus', true, 1, 'Care'],
      ['Ian', false, null, 'Care'],
      ['Pia', false, null, 'People'],
    ]);
    expect((await acme.read('digest')).headline).to.deep.equal({
      figure: '50 %',
      says: '5 of 10 (50 %) checked in; 5 did not.',
      saysFigure: true,
      amount: 50,
      unit: 'points',
    });
  });

  it('digest and non-setters: within a sight exactly the rows that the API answers that person', async () => {
    type Answered = { rows: { user: { id: string }; submitted: boolean; lastGoalSetAt: string; scores?: object }[] };
    const counts: number[] = [];
    for (const person of ['Ann', 'Bob', 'Fay', 'Pia', 'Cyd']) {
      const api = acme.as(person);
      const digest = await api.get<Answered>(`/summaries/reports/weekly-digest?weekStart=${lastWeek}`);
      const rows = await acme.rows('digest', person);
      expect(only(rows, 'userId', 'submitted'), person).to.deep.equal(
        digest.body.rows.map(({ user, submitted }) => [user.id, submitted]),
      );
      const setters = await api.get<Answered>(`/goals/reports/non-setters?period=${thisWeek}`);
      expect(only(await acme.rows('non-setters', person), 'userId', 'lastGoalSetAt'), person).to.deep.equal(
        setters.body.rows.map(({ user, lastGoalSetAt }) => [user.id, lastGoalSetAt ?? null]),
      );
      counts.push(rows.length);
    }
    expect(counts).to.deep.equal([10, 3, 1, 10, 1]);
  });

  it('every report is refused to somebody without reports and roles', async () => {
    for (const { name } of reports) expect(await refusal(name, 'Dan'), name).to.equal('FORBIDDEN');
  });

  it('an admin, as such, sees who has no goal and the org chart, and nothing else', async () => {
    const seen = await Promise.all(reports.map(async ({ name }) => [name, await refusal(name, 'Adm')] as const));
    expect(seen.filter(([, answer]) => answer !== 'FORBIDDEN')).to.deep.equal([
      ['non-setters', '7 rows'],
      ['goals', '60 rows'],
      ['headcount', '12 rows'],
      ['org', '10 rows'],
    ]);
  });

  it('non-setters: who has no goal in the week, by department and name', async () => {
    const rows = await acme.rows('non-setters');
    expect(only(rows, 'name')).to.deep.equal(['Fay', 'Ian', 'Adm', 'Pia', 'Bob', 'Dan', 'Eve'].map((name) => [name]));
    const { headline } = await acme.read('non-setters');
    expect(headline).to.include({ figure: '70 %', says: '7 of 10 (70 %) have no goal; 7 never set one.' });
  });

  it('check-ins: of everyone and of departments with enough people, mean scores where enough have answered', async () => {
    const rows = await acme.rows('check-ins');
    expect(new Set(rows.map(({ week }) => week)).size).to.equal(26);
    const columns = ['department', 'people', 'submitted', 'rate', 'qualityOfWork', 'professionalWellbeing'];
    expect(only(rows.slice(-5), 'week', ...columns)).to.deep.equal([
      [lastWeek, null, 10, 5, 50, 3, 3],
      [lastWeek, 'Board', 1, null, null, null, null],
      [lastWeek, 'Care', 3, null, null, null, null], // else the one of Board would be the rest for the manager of People
      [lastWeek, 'People', 2, null, null, null, null],
      [lastWeek, 'Tech', 4, 4, 100, null, null], // else the one of Care would be the rest of everyone
    ]);
  });

  it('digest, non-setters, check-ins: nobody before the week in which they start, unless they wrote', async () => {
    const other = await drawnTenant(api);
    await setStart(other, 'Bob', '2026-11-23');
    await setStart(other, 'Ian', '2026-11-15');
    await setStart(other, 'Fay', '2026-11-16');
    await setStart(other, 'Adm', '2026-11-23');
    expect(only(await other.rows('digest'), 'name').flat()).to.deep.equal(
      ['Ann', 'Bob', 'Cyd', 'Dan', 'Eve', 'Gus', 'Ian', 'Pia'], // Bob wrote
    );
    expect(only(await other.rows('non-setters'), 'name').flat()).to.deep.equal(['Fay', 'Ian', 'Pia', 'Dan', 'Eve']);
    const rows = await other.rows('check-ins');
    const rates = (at: string): unknown[][] =>
      only(
        rows.filter(({ week }) => week === at),
        'department',
        'people',
        'submitted',
        'rate',
      );
    expect(rates(lastWeek)).to.deep.equal([
      [null, 8, 5, 62.5],
      ['Board', 1, null, null],
      ['Care', 2, null, null],
      ['People', 1, null, null],
      ['Tech', 4, null, null],
    ]);
    expect(rates('2026-11-02').map(([name, people]) => [name, people])).to.deep.equal([
      [null, 6],
      ['Board', 1],
      ['Care', 1],
      ['People', 1],
      ['Tech', 3],
    ]);
  });

  it('check-ins: within a sight, the people in it', async () => {
    const of = async (person: string): Promise<unknown[][]> => {
      const rows = (await acme.rows('check-ins', person)).filter(({ week }) => week === lastWeek).slice(1);
      return only(rows, 'department', 'people', 'submitted', 'qualityOfWork');
    };
    expect(await of('Bob')).to.deep.equal([['Tech', 3, 3, 4]]);
    expect(await of('Fay')).to.deep.equal([['Care', 1, null, null]]);
    expect(await of('Cyd')).to.deep.equal([['Tech', 1, null, null]]);
    expect(await of('Ann')).to.have.length(4);
  });

  it('team: the check-ins of each person by week, from the week in which they start', async () => {
    const rows = await acme.rows('team', 'Fay');
    expect(only(rows, 'name', 'email', 'department')).to.deep.equal(
      rows.map(() => ['Gus', 'gus@example.test', 'Care']),
    );
    const weeks = only(rows, 'week', 'submitted', 'qualityOfWork');
    expect([weeks.length, weeks[0], weeks.at(-1)]).to.deep.equal([
      12,
      ['2026-08-24', false, null],
      [lastWeek, true, 1],
    ]);
    expect(new Set(only(await acme.rows('team'), 'name').flat()).size).to.equal(10);
  });

  it('goals: who had one and how many are completed, of everyone and of departments with enough people', async () => {
    const other = await drawnTenant(api);
    const { body } = await other.as('Cyd').get<{ this: { personal: { id: string }[] } }>('/goals/board');
    await other.as('Cyd').patch(`/goals/${body.this.personal[0]?.id}`, { status: 'completed' });
    const columns = ['department', 'people', 'setters', 'setterRate', 'goals', 'completed', 'completionRate'];
    const { rows, headline } = await other.read('goals');
    expect(only(rows.slice(-5), ...columns)).to.deep.equal([
      [null, 10, 3, 30, 3, 1, 33.3],
      ['Board', 1, null, null, null, null, null],
      ['Care', 3, null, null, null, null, null],
      ['People', 2, null, null, null, null, null],
      ['Tech', 4, 1, 25, 1, 1, 100],
    ]);
    expect(rows).to.have.length(60);
    expect(headline).to.include({ figure: '33 %', amount: 100 / 3 });
  });

  it('trends: a week in which no detection ran is not compared as one without a shift', async () => {
    const other = await drawnTenant(api);
    const graph = api.graph.bind({ tenantId: other.tenantId, userId: 'operator' });
    const scope = { graph, asOperator: true, now: api.clock.now, week: lastWeek, period: null, asOf: null };
    const change = async (): Promise<string> => describeChange(await readReport(reportOf('trends'), scope), scope);
    expect(await change()).to.equal('No detection ran the week before and four weeks before');
    await other.statement(
      "CREATE (:TrendRun:$($label) {tenantId: $tenantId, weekStart: date('2026-11-02'), told: []})",
    );
    expect(await change()).to.equal('+4 against the week before (0), no detection ran four weeks before');
  });

  it('org: as of a time, without those who start later', async () => {
    const other = await drawnTenant(api);
    await setStart(other, 'Ian', '2026-11-12');
    const has = async (asOf: string | null): Promise<boolean> =>
      (await other.rows('org', undefined, asOf)).some(({ name }) => name === 'Ian');
    expect([await has('2026-11-11'), await has('2026-11-12'), await has(null)]).to.deep.equal([false, true, true]);
  });

  it('headcount: refuses a month to come', async () => {
    const { status, body } = await acme.as('Pia').get<{ message: string }>('/reports/headcount?period=2027-01');
    expect([status, body.message]).to.deep.equal([400, 'period must not be in the future.']);
  });

  it('headcount: who joined and left by month, and the chart of that time', async () => {
    const other = await drawnTenant(api);
    await setStart(other, 'Ian', '2026-09-30');
    await setStart(other, 'Pia', '2026-10-01');
    await setStart(other, 'Adm', '2026-12-01');
    const leave = (name: string, at: string): Promise<unknown> =>
      api.graph.transaction({ tenantId: other.tenantId, userId: 'operator' }, (tx) =>
        tx.rows('organisation/people/write', leaveParams(other.id(name), at)),
      );
    await leave('Dan', '2026-10-31T23:30:00.000Z'); // November in Berlin
    const columns = ['month', 'people', 'joiners', 'leavers', 'managers', 'layers', 'medianSpan'];
    const rows = only(await other.rows('headcount'), ...columns);
    expect(rows).to.have.length(12);
    expect(rows[0]).to.deep.equal(['2025-12', 7, 0, 0, null, null, null]);
    expect(rows.slice(-4)).to.deep.equal([
      ['2026-08', 7, 0, 0, 4, 4, 1.5],
      ['2026-09', 8, 1, 0, 4, 4, 1.5],
      ['2026-10', 9, 1, 0, 4, 4, 1.5],
      ['2026-11', 8, 0, 1, 3, 3, 2],
    ]);
    expect(await refusal('headcount', 'Bob')).to.equal('FORBIDDEN');
  });

  it('response-times: the share answered within days by who answered; what is open counts for the manager', async () => {
    const columns = ['manager', 'summaries', 'answered', 'share', 'within1', 'within3', 'medianHours'];
    const { rows, head, headline } = await acme.read('response-times');
    expect(only(rows, ...columns)).to.deep.equal([
      ['Ann', 2, 1, null, null, null, null],
      ['Bob', 2, 2, null, null, null, null],
      ['Fay', 1, 0, null, null, null, null],
    ]);
    // Of five, answers after 5, 10 and 20 hours; two are still open after five days.
    expect(head).to.deep.include({
      total: {
        summaries: 5,
        answered: 3,
        share: 60,
        within1: 60,
        within3: 60,
        within3From: 23.1,
        within3To: 88.2,
        medianHours: 20,
      },
      withoutManager: 0,
    });
    expect(headline).to.include({
      figure: '60 %',
      says: 'of summaries are answered within 3 days. 3 of 5 (60 %) have an answer so far; half within 20 hours.',
    });
    expect(only(await acme.rows('response-times', 'Fay'), 'manager', 'summaries')).to.deep.equal([['Fay', 1]]);
    const emails = async (who: string) => only(await acme.rows('response-times', who), 'manager', 'email');
    expect(await emails('Pia')).to.deep.include(['Ann', 'ann@example.test']);
    expect(await emails('Cyd'), 'whoever is above a manager').to.deep.equal([['Ann', null]]);
  });

  it('response-times: what nobody answered counts for the manager at the end of its week, in the time zone of the tenant', async () => {
    const columns = ['manager', 'summaries', 'answered'];
    const afterMove = async (at: string): Promise<unknown[][]> => {
      const moved = await drawnTenant(api);
      await move(moved, 'Gus', 'Fay', 'Pia', at);
      return only(await moved.rows('response-times'), ...columns).filter(
        ([manager]) => manager !== 'Ann' && manager !== 'Bob',
      );
    };
    expect(await afterMove('2026-11-15T23:00:00.000Z')).to.deep.equal([['Fay', 1, 0]]); // Monday in Berlin
    expect(await afterMove('2026-11-15T22:59:59.999Z')).to.deep.equal([['Pia', 1, 0]]);
  });

  it('nominations: those of the month, for senior leadership and the People Team only', async () => {
    const columns = ['kind', 'team', 'nominees', 'nominator', 'reason'];
    const expected = [
      ['individual', null, ['Dan'], 'Cyd', 'He listens.'],
      ['team', 'Care', ['Fay', 'Gus'], 'Eve', 'Patience'],
    ];
    expect(only(await acme.rows('nominations'), ...columns)).to.deep.equal(expected);
    expect(only(await acme.rows('nominations', 'Pia'), ...columns)).to.deep.equal(expected);
    expect(await refusal('nominations', 'Bob')).to.equal('FORBIDDEN');
  });

  it('org: depth, span and everyone below; who has left is passed over', async () => {
    const rows = await acme.rows('org');
    expect(only(rows, 'name', 'manager', 'depth', 'directReports', 'below')).to.deep.equal([
      ['Ann', null, 0, 4, 9],
      ['Adm', 'Ann', 1, 0, 0],
      ['Bob', 'Ann', 1, 2, 3],
      ['Fay', 'Ann', 1, 1, 2],
      ['Pia', 'Ann', 1, 0, 0],
      ['Cyd', 'Bob', 2, 1, 1],
      ['Eve', 'Bob', 2, 0, 0],
      ['Gus', 'Fay', 2, 0, 0],
      ['Ian', 'Fay', 2, 0, 0],
      ['Dan', 'Cyd', 3, 0, 0],
    ]);
    const tree = reportOf('org').tree?.(rows) ?? [];
    expect(tree.map(({ name }) => name)).to.deep.equal(['Ann']);
    expect(tree[0]?.reports.map(({ name, reports: below }) => [name, below.length])).to.deep.equal([
      ['Adm', 0],
      ['Bob', 2],
      ['Fay', 2],
      ['Pia', 0],
    ]);
    expect(only(await acme.rows('org', 'Bob'), 'name')).to.deep.equal([['Cyd'], ['Eve'], ['Dan']]);
  });

  it('org: the places that the chart has, for whoever sees all of it', async () => {
    type Placed = { id: string; managerId?: string; depth: number; reports: number; below: number };
    const moved = await drawnTenant(api);
    await move(moved, 'Hal', 'Fay', 'Cyd');
    const places: string[] = [];
    for (const asOf of [null, '2026-11-18']) {
      api.clock.now = '2026-11-20T09:00:00.000Z';
      const { body } = await moved.as('Ann').get<Placed[]>(`/org/chart${asOf ? `?asOf=${asOf}` : ''}`);
      const chart = body.map(({ id, managerId = null, depth, reports, below }) => [
        id,
        managerId,
        depth,
        reports,
        below,
      ]);
      const columns = ['id', 'managerId', 'depth', 'directReports', 'below'];
      for (const person of [undefined, 'Ann', 'Adm', 'Pia']) {
        expect(only(await moved.rows('org', person, asOf), ...columns), person).to.have.deep.members(chart);
      }
      places.push(JSON.stringify(chart));
    }
    expect(places[0]).to.not.equal(places[1]);
  });

  it('org: says how wide and deep it is', async () => {
    expect((await acme.read('org')).headline).to.include({
      figure: '10 people',
      says:
        'on 4 levels; 4 managers with 1.5 direct reports (half have more, half fewer), at most 4; 2 of the managers have ' +
        'only one; 1 person without a manager.',
    });
  });

  it("org: as of an earlier time, by the lines of that time and within today's sight", async () => {
    const moved = await drawnTenant(api);
    const columns = ['name', 'manager', 'depth', 'directReports', 'below'];
    const drawn = async (person?: string, asOf?: string): Promise<unknown[][]> =>
      only(await moved.rows('org', person, asOf), ...columns);
    const before = await drawn();
    const sight = { Bob: await drawn('Bob'), Fay: await drawn('Fay') };
    expect(await drawn(undefined, '2026-11-18')).to.deep.equal(before);
    await move(moved, 'Cyd', 'Bob', 'Fay');
    expect(await drawn())
      .to.deep.include(['Cyd', 'Fay', 2, 1, 1])
      .and.deep.include(['Bob', 'Ann', 1, 1, 1]);
    for (const asOf of ['2026-11-18', '2026-11-19T08:59:59.999Z'])
      expect(await drawn(undefined, asOf)).to.deep.equal(before);
    for (const asOf of ['2026-11-19', '2026-11-19T09:00:00.000Z'])
      expect(await drawn(undefined, asOf)).to.deep.equal(await drawn());
    expect(await drawn('Bob', '2026-11-18')).to.deep.equal(sight.Bob.filter(([name]) => name === 'Eve'));
    expect(await drawn('Fay', '2026-11-18')).to.deep.include(['Cyd', 'Bob', 2, 1, 1]);
    expect(await drawn(undefined, '2026-01-04')).to.deep.equal([]);
    const refused = await drawn('Dan', '2026-11-18').catch((error: { code: string }) => error.code);
    expect(refused).to.equal('FORBIDDEN');
  });

  it('trends: flags of people in sight; of departments and the organisation for those who see the tenant', async () => {
    const columns = ['scope', 'subject', 'recentMean', 'adjustedP'];
    const all = [
      ['individual', 'Dan', 2.5, 0.01],
      ['individual', 'Gus', 2.5, 0.02],
      ['department', 'Tech', 2.5, 0.03],
      ['organisation', 'Everyone', 2.5, 0.04],
    ];
    expect(only(await acme.rows('trends'), ...columns)).to.deep.equal(all);
    expect(only(await acme.rows('trends', 'Pia'), ...columns)).to.deep.equal(all);
    expect(only(await acme.rows('trends', 'Bob'), ...columns)).to.deep.equal([all[0], all[2]]);
    expect(only(await acme.rows('trends', 'Cyd'), ...columns)).to.deep.equal([all[0]]);
    expect(only(await acme.rows('trends', 'Fay'), ...columns)).to.deep.equal([['individual', 'Gus', 2.5, 0.02]]);
    const [row] = await acme.rows('trends', 'Fay');
    expect(row, 'why').to.deep.include({ startWeek: '2026-11-09', series: ['2026-11-02 4', '2026-11-09 2.5'] });
    const [, tech] = await acme.rows('trends', 'Bob');
    expect(tech, 'no weeks of a department').to.deep.include({ series: [], department: 'Tech' });
  });

  it('trends: within a sight exactly the flags that the API answers that person', async () => {
    const counts: number[] = [];
    for (const person of ['Ann', 'Bob', 'Fay', 'Pia', 'Cyd']) {
      const { body } = await acme.as(person).get<TrendFlag[]>(`/summaries/insights/trends?weekStart=${lastWeek}`);
      const expected = body.map(({ subject = {}, start, series = [], ...flag }) => ({
        ...flag,
        subject: subject.user?.name ?? subject.department ?? 'Everyone',
        startWeek: start?.week ?? null,
        series: series.map(({ weekStart: week, value }) => `${week} ${value}`),
      }));
      const rows = await acme.rows('trends', person);
      const columns = Object.keys(expected[0] ?? {}).filter((name) => name !== 'weekStart');
      expect(only(rows, ...columns), person).to.deep.equal(only(expected, ...columns));
      counts.push(rows.length);
    }
    expect(counts).to.deep.equal([4, 2, 1, 4, 1]);
  });

  for (const { name, text, parameters } of listQueries().filter((query) => query.name.startsWith('reports/'))) {
    it(`cypher/${name} runs as pasted, with the parameters that its comment names`, async () => {
      const [, literal = ''] = /^\/\/ :params (\{.*\})$/m.exec(text) ?? [];
      const [row] = await api.graph.statement(`RETURN keys(${literal}) AS names, ${literal} AS given`);
      const { names, given } = row as { names: string[]; given: Record<string, unknown> };
      expect(names).to.have.members([...parameters]);
      const params = Object.fromEntries(names.map((parameter) => [parameter, given[parameter] ?? null]));
      expect(await api.graph.statement(text, { ...params, tenantId: acme.tenantId })).to.have.length.above(0);
    });
  }
});
