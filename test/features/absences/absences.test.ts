// Absences and regions over HTTP: who may see and set them, and what they excuse.
import { expect } from 'chai';
import { openWeeklyRuns } from '../../../src/features/schedules/weekly-runs.ts';
import { settleAllWeeks } from '../../../src/features/absences/settle-weeks.ts';
import { client, company, fingerprint, freshCompany, tokenOf, type Answer, refusal } from '../../support/company.ts';
import { aGoal, aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const drawing = `
  Ada [Board] (senior_leadership)
    Bob [Sales]
      Cy [Sales]
        Dee [Sales]
        Eli [Sales]
    Hal [People] (people_team)
    Ivy [IT] (admin)
    Joe [IT]
      Kim [IT] †
`;
const week = '2026-11-16';
const wholeWeek = { from: '2026-11-16', to: '2026-11-20' };
const everyone = ['Ada', 'Bob', 'Cy', 'Dee', 'Eli', 'Hal', 'Ivy', 'Joe'];
const acme = freshCompany(api, drawing);
const neighbour = freshCompany(api, 'Zoe (admin)\n  Yan');
type Absences = { absences: { from: string; to: string }[]; excusedWeeks: string[] };
const read = (who: string, whose: string): Promise<Answer<Absences>> =>
  acme.as(who).get<Absences>(`/users/${acme.id(whose)}/absences`);
const set = (who: string, whose: string, ...absences: object[]): Promise<Answer<Absences>> =>
  acme.as(who).put<Absences>(`/users/${acme.id(whose)}/absences`, { absences });
const setRegion = async (whose: string, region: string | null): Promise<Answer> =>
  acme.as('Ivy').patch(`/admin/users/${acme.id(whose)}`, { region });

describe('absences of a user', () => {
  it('are read by the user, the line above, the People Team and admins', async () => {
    const readers: string[] = [];
    for (const who of everyone) if ((await read(who, 'Dee')).status === 200) readers.push(who);
    expect(readers).to.deep.equal(['Ada', 'Bob', 'Cy', 'Dee', 'Hal', 'Ivy']);
    const leaders = await read('Ada', 'Hal');
    expect(leaders.status, 'Ada is above Hal').to.equal(200);
  });

  it('are not read by senior leadership beside the line', async () => {
    const other = await company(api, 'Ann (senior_leadership)\nBen\n  Cid');
    expect(refusal(await other.as('Ann').get(`/users/${other.id('Cid')}/absences`))).to.deep.equal([403, 'FORBIDDEN']);
  });

  it('are set by the user, the line above and admins', async () => {
    const writers: string[] = [];
    for (const who of everyone) if ((await set(who, 'Dee', wholeWeek)).status === 200) writers.push(who);
    expect(writers).to.deep.equal(['Ada', 'Bob', 'Cy', 'Dee', 'Ivy']);
  });

  it('are joined, and told with the weeks they excuse', async () => {
    const given = [
      { from: '2026-11-18', to: '2026-11-22' },
      { from: '2026-11-14', to: '2026-11-17' },
    ];
    const expected = { absences: [{ from: '2026-11-14', to: '2026-11-22' }], excusedWeeks: [week] };
    expect((await set('Dee', 'Dee', ...given)).body).to.deep.equal(expected);
    expect((await read('Cy', 'Dee')).body).to.deep.equal(expected);
    expect((await set('Dee', 'Dee')).body).to.deep.equal({ absences: [], excusedWeeks: [] });
    expect((await read('Cy', 'Dee')).body).to.deep.equal({ absences: [], excusedWeeks: [] });
  });

  it('are refused without a trace if they end before they begin, too far ahead, or on no day', async () => {
    await set('Dee', 'Dee', wholeWeek);
    const before = await fingerprint(api, acme.tenantId);
    for (const fault of [
      { from: '2026-11-20', to: '2026-11-19' },
      { from: '2026-11-20', to: '2029-01-01' },
      { from: '2026-02-30', to: '2026-03-01' },
      { from: '2026-11-20' },
      { from: '2026-11-20', to: '2026-11-20', reason: 'flu' },
    ])
      expect(refusal(await set('Dee', 'Dee', fault)), JSON.stringify(fault)).to.deep.equal([400, 'VALIDATION_ERROR']);
    const many = Array.from({ length: 101 }, () => wholeWeek);
    expect(refusal(await set('Dee', 'Dee', ...many))).to.deep.equal([400, 'VALIDATION_ERROR']);
    for (const [who, whose] of [
      ['Eli', 'Dee'],
      ['Hal', 'Dee'],
      ['Dee', 'Cy'],
    ] as const)
      expect(refusal(await set(who, whose, wholeWeek))).to.deep.equal([403, 'FORBIDDEN']);
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
  });

  it('are closed to a neighbour, and of nobody who is not there', async () => {
    const path = `/users/${neighbour.id('Yan')}/absences`;
    const nowhere = `/users/${crypto.randomUUID()}/absences`;
    for (const who of ['Ivy', 'Dee']) {
      expect(refusal(await acme.as(who).get(path))).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await acme.as(who).put(path, { absences: [] }))).to.deep.equal([403, 'FORBIDDEN']);
      expect(refusal(await acme.as(who).get(nowhere))).to.deep.equal([404, 'USER_NOT_FOUND']);
      expect(refusal(await acme.as(who).put(nowhere, { absences: [] }))).to.deep.equal([404, 'USER_NOT_FOUND']);
    }
  });

  it('are told to other systems and in the audit log by the name of the field alone', async () => {
    await set('Cy', 'Dee', wholeWeek);
    const entries = await acme.statement(`MATCH (n {tenantId: $tenantId}) WHERE n:AuditEntry OR n:ChangeEntry
       RETURN coalesce(n.action, n.type) AS what, coalesce(n.userId, n.subjectId) AS whose, coalesce(n.fields, n.changed) AS fields,
         n.actorId AS actor, properties(n) AS properties ORDER BY what`);
    expect(JSON.stringify(entries)).to.not.include(wholeWeek.to.slice(0, 8) + '16');
    expect(entries.map(({ what, whose, fields, actor }) => [what, whose, fields, actor])).to.deep.equal([
      ['person.update', acme.id('Dee'), ['absences'], acme.id('Cy')],
      ['user.updated', acme.id('Dee'), ['absences'], null],
    ]);
  });

  it('are not overwritten by who read them before another change', async () => {
    const etag = (await read('Dee', 'Dee')).headers.get('etag') ?? '';
    await set('Cy', 'Dee', wholeWeek);
    const path = `/users/${acme.id('Dee')}/absences`;
    expect((await acme.as('Dee').put(path, { absences: [] }, { 'if-match': etag })).status).to.equal(412);
    expect((await read('Dee', 'Dee')).body.absences).to.deep.equal([wholeWeek]);
  });
});

describe('the working days of a user', () => {
  const setDays = (by: string, workingDays: string | null): Promise<Answer> =>
    acme.as(by).patch(`/admin/users/${acme.id('Dee')}`, { workingDays });

  it('excuse a week in which they are all away, until an admin takes them back', async () => {
    await set('Dee', 'Dee', { from: '2026-11-24', to: '2026-11-25' });
    const weeks = async () => (await read('Dee', 'Dee')).body.excusedWeeks;
    expect(await weeks()).to.deep.equal([]);
    expect((await setDays('Ivy', ' Wednesday Tuesday ')).body).to.include({ workingDays: 'Tuesday Wednesday' });
    expect(await weeks()).to.deep.equal(['2026-11-23']);
    await setDays('Ivy', 'Tuesday Wednesday Thursday');
    expect(await weeks()).to.deep.equal([]);
    await setDays('Ivy', 'Tuesday');
    expect((await setDays('Ivy', null)).body).not.to.have.property('workingDays');
    expect(await weeks()).to.deep.equal([]);
  });

  it('are days of the week, set by admins of the tenant alone, and shown to those who may read the chain', async () => {
    for (const text of ['', 'Mon', 'Monday Monday', 'Monday,Tuesday'])
      expect(refusal(await setDays('Ivy', text)), text).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(refusal(await setDays('Dee', 'Monday'))).to.deep.equal([403, 'FORBIDDEN']);
    const neighbour = await company(api, 'Zoe (admin)');
    const foreign = await neighbour.as('Zoe').patch(`/admin/users/${acme.id('Dee')}`, { workingDays: 'Monday' });
    expect(foreign.status).to.equal(403);
    await setDays('Ivy', 'Monday');
    const seen = async (who: string) => (await acme.as(who).get(`/users/${acme.id('Dee')}`)).body['workingDays'];
    expect([await seen('Cy'), await seen('Ivy'), await seen('Joe')]).to.deep.equal(['Monday', 'Monday', undefined]);
  });
});

describe('a region', () => {
  const bridge = [
    { from: '2026-06-01', to: '2026-06-03' },
    { from: '2026-06-05', to: '2026-06-05' },
  ];

  it('excuses a week with its holidays and the absences of the rest, in one region and not in the other', async () => {
    await set('Dee', 'Dee', ...bridge);
    await set('Eli', 'Eli', ...bridge);
    expect((await read('Dee', 'Dee')).body.excusedWeeks).to.deep.equal([]);
    expect((await setRegion('Dee', 'DE-BY')).status).to.equal(200);
    expect((await setRegion('Eli', 'DE-BE')).status).to.equal(200);
    expect((await read('Dee', 'Dee')).body.excusedWeeks).to.deep.equal(['2026-06-01']);
    expect((await read('Eli', 'Eli')).body.excusedWeeks).to.deep.equal([]);
    await set('Eli', 'Eli');
    await setRegion('Eli', 'DE-BY');
    expect((await read('Eli', 'Eli')).body.excusedWeeks).to.deep.equal([]);
    await set('Eli', 'Eli', ...bridge);
    expect((await read('Eli', 'Eli')).body.excusedWeeks).to.deep.equal(['2026-06-01']);
  });

  it('is that of the tenant for people without one, also for those who come later', async () => {
    await set('Dee', 'Dee', ...bridge);
    await setRegion('Eli', 'DE-BE');
    await set('Eli', 'Eli', ...bridge);
    const { status } = await acme.as('Ivy').patch('/admin/settings', { region: 'DE-BY' });
    expect(status).to.equal(200);
    expect((await read('Dee', 'Dee')).body.excusedWeeks).to.deep.equal(['2026-06-01']);
    expect((await read('Eli', 'Eli')).body.excusedWeeks).to.deep.equal([]);
    await setRegion('Eli', null);
    expect((await read('Eli', 'Eli')).body.excusedWeeks).to.deep.equal(['2026-06-01']);
    await acme.as('Ivy').patch('/admin/settings', { region: 'VN' });
    const tet = ['2026-02-16'];
    expect((await read('Dee', 'Dee')).body.excusedWeeks).to.include.members(tet);
    const { body } = await acme
      .as('Ivy')
      .post<{ id: string }>('/admin/users', { email: 'lu@example.test', name: 'Lu' });
    const late = await acme.as('Ivy').get<Absences>(`/users/${body.id}/absences`);
    expect(late.body.excusedWeeks).to.include.members(tet);
    await acme.as('Ivy').patch('/admin/settings', { region: 'none' });
    expect((await read('Dee', 'Dee')).body.excusedWeeks).to.deep.equal([]);
  });

  it('is refused if it is unknown, and shown to those who may read the chain', async () => {
    for (const region of ['XX', 'de', 'DE-XX', 'constructor', ''])
      expect(refusal(await setRegion('Dee', region)), region).to.deep.equal([400, 'VALIDATION_ERROR']);
    expect(refusal(await acme.as('Ivy').patch('/admin/settings', { region: 'XX' }))).to.deep.equal([
      400,
      'VALIDATION_ERROR',
    ]);
    await setRegion('Dee', 'DE-BY');
    const seen = async (who: string) => (await acme.as(who).get(`/users/${acme.id('Dee')}`)).body['region'];
    expect([await seen('Cy'), await seen('Ivy'), await seen('Joe')]).to.deep.equal(['DE-BY', 'DE-BY', undefined]);
  });

  it('may have working days of its own, as may the tenant: they decide which days excuse a week', async () => {
    await set('Dee', 'Dee', { from: '2026-11-22', to: '2026-11-26' });
    const weeks = async () => (await read('Dee', 'Dee')).body.excusedWeeks;
    const patch = async (settings: object): Promise<void> => {
      expect((await acme.as('Ivy').patch('/admin/settings', settings)).status).to.equal(200);
    };
    const days = 'Sunday Monday Tuesday Wednesday Thursday';
    expect(await weeks()).to.deep.equal([]);
    await patch({ workingDays: days });
    expect(await weeks()).to.deep.equal(['2026-11-23']);
    await patch({ workingDays: 'Monday Friday' });
    expect(await weeks()).to.deep.equal([]);
    await patch({ regionWorkingDays: [`IL=${days}`] });
    expect(await weeks()).to.deep.equal([]);
    await setRegion('Dee', 'IL');
    expect(await weeks()).to.deep.equal(['2026-11-23']);
    expect(refusal(await acme.as('Ivy').patch('/admin/settings', { workingDays: 'Mon' }))[0]).to.equal(400);
    expect(refusal(await acme.as('Ivy').patch('/admin/settings', { regionWorkingDays: ['XX=Monday'] }))[0]).to.equal(
      400,
    );
  });

  it('excuses weeks of the years to come as they come into reach, and keeps those behind it', async () => {
    const tet = ['2026-02-16'];
    const weeks = async () => (await read('Dee', 'Dee')).body.excusedWeeks;
    const settle = (now: string) =>
      api.graph.transaction({ tenantId: acme.tenantId, userId: 'operator' }, (tx) => settleAllWeeks(tx, now));
    api.clock.now = '2023-11-20T10:00:00.000Z';
    await setRegion('Dee', 'VN');
    expect(await weeks()).to.deep.equal([]);
    await settle(friday);
    expect(await weeks()).to.deep.equal(tet);
    await settle('2028-06-01T10:00:00.000Z');
    expect(await weeks()).to.deep.equal([...tet, '2029-02-12']);
  });
});

describe('an excused week', () => {
  type Digest = { excused: number; rows: { user: { name: string }; submitted: boolean }[] };
  type Rows = { excused: number; rows: Record<string, unknown>[] };
  const digest = async (who: string) =>
    (await acme.as(who).get<Digest>(`/summaries/reports/weekly-digest?weekStart=${week}`)).body;
  const names = ({ rows }: { rows: { user: { name: string } }[] }): string[] => rows.map(({ user }) => user.name);
  const submit = (who: string, weekStart = week): Promise<Answer> =>
    acme.as(who).post('/summaries', aSummary({ weekStart }));
  beforeEach(() => set('Dee', 'Dee', wholeWeek));

  it('is neither counted nor named in the digest, which says how many, unless the person wrote', async () => {
    const seen = await digest('Cy');
    expect([names(seen), seen.excused]).to.deep.equal([['Eli'], 1]);
    expect(JSON.stringify(seen)).to.not.include(acme.id('Dee'));
    expect((await digest('Hal')).excused).to.equal(1);
    expect(await digest('Bob'), 'not in sight').to.not.have.property('excused');
    const other = await acme.as('Cy').get<Digest>('/summaries/reports/weekly-digest?weekStart=2026-11-09');
    expect([names(other.body), other.body.excused]).to.deep.equal([['Dee', 'Eli'], undefined]);
    await submit('Dee');
    expect([names(await digest('Cy')), (await digest('Cy')).excused]).to.deep.equal([['Dee', 'Eli'], undefined]);
  });

  it('does not count who starts later as excused', async () => {
    await acme.as('Ivy').patch(`/admin/users/${acme.id('Dee')}`, { startDate: '2026-12-01' });
    expect(await digest('Cy')).to.not.have.property('excused');
  });

  it('is neither counted nor named among people without a goal', async () => {
    const read = async () => (await acme.as('Cy').get<Digest>('/goals/reports/non-setters')).body;
    expect([names(await read()), (await read()).excused]).to.deep.equal([['Eli'], 1]);
    await acme.as('Dee').post('/goals', aGoal());
    expect([names(await read()), (await read()).excused]).to.deep.equal([['Eli'], undefined]);
  });

  it('is not expected on the first screen', async () => {
    const { body } = await acme.as('Cy').get<{ team: Record<string, unknown>[] }>('/home');
    expect(
      body.team.map(({ expected, excused, missing }) => [expected, excused, (missing as unknown[]).length]),
    ).to.deep.equal([
      [1, 1, 1],
      [2, 0, 2],
    ]);
  });

  it('has no row in the report of people by week, and is counted apart in rates', async () => {
    await submit('Eli');
    const report = async (name: string) => (await acme.as('Cy').get<Rows>(`/reports/${name}?weekStart=${week}`)).body;
    const team = await report('team');
    expect(team.excused).to.equal(1);
    expect(team.rows.filter((row) => row['week'] === week).map((row) => row['name'])).to.deep.equal(['Eli']);
    const everyoneOf = ({ rows }: Rows) => rows.findLast((row) => row['scope'] === 'everyone');
    expect(everyoneOf(await report('check-ins'))).to.include({ week, people: 1, excused: 1, submitted: 1, rate: 100 });
    expect(everyoneOf(await report('goals'))).to.include({ week, people: 1, excused: 1, setters: 0, setterRate: 0 });
    await set('Eli', 'Eli', wholeWeek);
    const goals = everyoneOf(await report('goals'));
    expect(goals).to.include({ people: 0, excused: 2 }).and.not.have.property('setterRate');
  });

  it('looks like any other week to those who may not read the absence: a deputy, senior leadership beside the line', async () => {
    const other = await company(api, 'Ann (senior_leadership)\nMax\n  Dan [Care]\n  Eve [Care]\n  Fay [Care]\nJo');
    await other.as('Dan').put(`/users/${other.id('Dan')}/absences`, { absences: [wholeWeek] });
    const term = { from: '2026-11-20', to: '2026-11-27', rights: ['read'] };
    expect((await other.as('Max').put(`/users/${other.id('Max')}/deputies/${other.id('Jo')}`, term)).status).to.equal(
      200,
    );
    for (const [who, isTold] of [
      ['Max', true],
      ['Jo', false],
      ['Ann', false],
    ] as const) {
      const get = async <T>(path: string): Promise<T> => {
        const { status, body } = await other.as(who).get<T>(path);
        expect(status, path).to.equal(200);
        return body;
      };
      const reports = await Promise.all([
        get<Digest>(`/summaries/reports/weekly-digest?weekStart=${week}`),
        get<Digest>(`/goals/reports/non-setters?period=${week}`),
      ]);
      for (const report of reports) {
        expect(names(report).includes('Dan'), who).to.equal(!isTold);
        expect(report.excused ?? 0, who).to.equal(isTold ? 1 : 0);
      }
      const team = await get<Rows>(`/reports/team?weekStart=${week}`);
      expect(team.rows.some((row) => row['week'] === week && row['name'] === 'Dan')).to.equal(!isTold);
      expect(team.excused ?? 0).to.equal(isTold ? 1 : 0);
      for (const name of ['check-ins', 'goals']) {
        const newest = (await get<Rows>(`/reports/${name}?weekStart=${week}`)).rows.findLast(
          ({ scope }) => scope === 'everyone',
        );
        expect(newest?.['excused'] ?? 0, `${who} ${name}`).to.equal(isTold ? 1 : 0);
      }
      const home = await get<{ team: { excused: number; missing: { name: string }[] }[] }>('/home');
      if (who !== 'Ann') expect(home.team[0]?.missing.some(({ name }) => name === 'Dan')).to.equal(!isTold);
      if (who !== 'Ann') expect(home.team[0]?.excused).to.equal(isTold ? 1 : 0);
    }
  });

  it('has no reminder', async () => {
    await openWeeklyRuns(api.graph, acme.tenantId, week, friday);
    const events = await acme.statement(
      `MATCH (event:OutboxEvent {tenantId: $tenantId, type: 'goals.non_setters'}) RETURN event.recipientIds AS ids`,
    );
    const told = events.flatMap(({ ids }) => ids as string[]);
    expect(told).to.include(acme.id('Eli')).and.not.include(acme.id('Dee'));
  });

  it('of who is to answer leaves summaries out of response times, and names nobody', async () => {
    const { body } = await submit('Eli', '2026-11-09');
    const times = async () =>
      (await acme.as('Hal').get<Rows & { total: { summaries: number } }>('/reports/response-times')).body;
    const before = await times();
    expect([before.excused, before.total.summaries, before.rows.map((row) => row['manager'])]).to.deep.equal([
      0,
      1,
      ['Cy'],
    ]);
    await set('Cy', 'Cy', { from: '2026-11-23', to: '2026-11-27' });
    const after = await times();
    expect([after.excused, after.total.summaries, after.rows]).to.deep.equal([1, 0, []]);
    expect(JSON.stringify(after)).to.not.include(acme.id('Cy'));
    expect(body).to.have.property('id');
  });

  it('is told to nobody outside the tenant, and lost with nothing but the person', async () => {
    const zoe = client(api, () => tokenOf(api, { sub: neighbour.id('Zoe'), tenant: neighbour.tenantId }));
    await neighbour.as('Zoe').patch('/admin/settings', { region: 'DE-BY' });
    expect((await zoe.get<Digest>('/goals/reports/non-setters')).body).to.not.have.property('excused');
    expect((await read('Dee', 'Dee')).body.excusedWeeks).to.deep.equal([week]);
  });
});
