// Trends end to end: the weekly run, the flags it leaves, and who hears of them, once.
import { expect } from 'chai';
import { createDetectTrendsHandler, detectTrends, saveTrends } from '../../../src/features/trends/detect-trends.ts';
import { openTrendRun } from '../../../src/features/schedules/weekly-runs.ts';
import type { Notification } from '../../../src/features/notifications/schema.ts';
import type { TrendFlag } from '../../../src/features/summaries/schema.ts';
import { addWeeks } from '../../../src/platform/time/weeks.ts';
import { checkIn, downBy, lastWeek, teamOf, type Shift } from '../../support/check-ins.ts';
import { company, fingerprint, type Company } from '../../support/company.ts';
import { openAllDueRuns } from '../../support/due-runs.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { startBeforeCommit } from '../../support/locks.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';
import { until } from '../../support/until.ts';

const api = service();
const drawing = `
  Ada [Board] (senior_leadership)
    Bob [Care]
${teamOf(6, 'Care', '      ')}
    Cy [Sales]
${teamOf(8, 'Sales', '      ')}
    Gone [Sales] (people_team) †
    Hal [People] (people_team)
    Ivy [People] (admin)
`;
const usual: Shift = () => 0;
/** A person of Sales is worse off, and everybody in Care. */
const shifts = (change: Record<string, Shift> = {}): Record<string, Shift> => ({
  ...Object.fromEntries(acme.people.map(({ name, team }) => [name, team === 'Care' ? downBy(2) : usual])),
  'Sales 3': downBy(3),
  ...change,
});
let acme: Company;
const mailbox = sharedInbox();
beforeEach(async () => {
  acme = await company(api, drawing);
});

const graph = () => api.graph.bind({ tenantId: acme.tenantId });
const run = async (notify = true): Promise<void> =>
  saveTrends(api.graph, acme.tenantId, await detectTrends(graph(), lastWeek), { now: friday, notify });
const read = async <T>(text: string): Promise<T[]> => (await acme.statement(text)) as T[];
const flagsSeen = async (): Promise<string[]> =>
  (await acme.as('Ada').get<TrendFlag[]>('/summaries/insights/trends')).body.map(
    ({ subject, dimension, direction }) =>
      `${subject?.user?.name ?? subject?.department ?? 'all'} ${dimension} ${direction}`,
  );
const told = (): Promise<{ who: string[]; payload: string }[]> =>
  read(
    `MATCH (e:OutboxEvent {tenantId: $tenantId, type: 'trend.flagged'})
     RETURN COLLECT { UNWIND e.recipientIds AS id MATCH (u:User {id: id}) RETURN u.name ORDER BY u.name } AS who,
       e.payload AS payload ORDER BY payload`,
  );

describe('a detection', () => {
  it('counts a person once whom it reads twice, as when their address changes meanwhile', async () => {
    await checkIn(api, acme, shifts());
    const once = await detectTrends(graph(), lastWeek);
    const bound = graph();
    const scan = async function* (...call: Parameters<typeof bound.scan>) {
      for await (const page of bound.scan(...call)) yield* [page, page];
    } as typeof bound.scan;
    expect(once.flags).to.not.deep.equal([]);
    expect(await detectTrends({ ...bound, scan }, lastWeek)).to.deep.equal(once);
  });

  it('begins behind an erasure that is being committed', async () => {
    const erase = 'MATCH (t:Tenant {id: $tenantId}) SET t.erasures = 7';
    const { erasures } = await startBeforeCommit(api, [erase, { tenantId: acme.tenantId }], 1, () =>
      detectTrends(graph(), lastWeek),
    );
    expect(erasures).to.equal(7);
  });
});

describe('the weekly run of trends', () => {
  it('stores no numbers of a group beside fewer people than the minimum', async () => {
    acme = await company(api, `\n  Ada [Board] (senior_leadership)\n    Bob [Care]\n${teamOf(6, 'Care', '      ')}\n`);
    await checkIn(api, acme, shifts());
    await run();
    const { body } = await acme.as('Ada').get<TrendFlag[]>('/summaries/insights/trends');
    const ofGroups = body.filter(({ scope }) => scope !== 'individual');
    expect(ofGroups.map(({ scope }) => scope)).to.include('organisation');
    for (const { scope, subject, ...flag } of ofGroups) {
      expect(Object.keys(flag), `${scope} ${subject?.department}`).to.have.members([
        'dimension',
        'direction',
        'weekStart',
      ]);
    }
  });

  it('finds an injected shift from the check-ins in the graph, and tells the manager', async () => {
    await checkIn(api, acme, shifts());
    await endDueEvents(api);
    const worker = startInProcessWorker(api, { ses: mailbox.url });
    try {
      expect(await openTrendRun(api.graph, acme.tenantId, lastWeek, new Date().toISOString())).to.equal(true);
      const list = async (who: string): Promise<Notification[]> =>
        (await acme.as(who).get<{ items: Notification[] }>('/notifications')).body.items;
      const [ofManager] = await until(
        () => list('Cy'),
        ({ length }) => length > 0,
      );
      expect(ofManager?.type).to.equal('trend.flagged');
      expect(ofManager?.subject?.type).to.equal('user');
      expect(ofManager?.title).to.equal('Personal wellbeing is down for Sales 3');
      const titles = async (): Promise<string[]> => (await list('Hal')).map(({ title }) => title);
      await until(titles, (seen) => seen.includes('Personal wellbeing is down for Care'));
      for (const who of ['Sales 3', 'Ivy', 'Sales 1']) expect(await list(who), who).to.deep.equal([]);
      expect(await flagsSeen()).to.include.members(['Sales 3 personalWellbeing down', 'Care personalWellbeing down']);
      expect(worker.logged.join('\n')).to.not.match(/Sales 3|Personal wellbeing/);
    } finally {
      await worker.stop();
    }
  });

  it('is opened once a tenant and week, from Tuesday, three o’clock local time, until two days and an hour later', async () => {
    const runs = async (): Promise<string[]> =>
      (
        await read<{ week: string }>(
          `MATCH (r:WeeklyRun {tenantId: $tenantId, kind: 'trends.detect'})
           MATCH (e:OutboxEvent {tenantId: $tenantId, key: 'trends.detect:' + toString(r.weekStart), status: 'pending'})
           RETURN toString(r.weekStart) AS week ORDER BY week`,
        )
      ).map(({ week }) => week);
    try {
      for (const early of ['2026-11-16T09:00:00Z', '2026-11-17T01:59:00Z', '2026-11-19T03:00:01Z']) {
        await openAllDueRuns(api, early);
        expect(await runs(), early).to.deep.equal([]);
      }
      const at = '2026-11-17T02:00:00Z';
      await Promise.all([1, 2, 3].map(() => openAllDueRuns(api, at)));
      expect(await runs()).to.deep.equal(['2026-11-09']);
      await openAllDueRuns(api, '2026-11-17T22:59:00Z');
      expect(await openTrendRun(api.graph, acme.tenantId, '2026-11-09', at)).to.equal(false);
      expect(await runs()).to.deep.equal(['2026-11-09']);
      await openAllDueRuns(api, '2026-11-24T22:59:00Z');
      expect(await runs()).to.deep.equal(['2026-11-09', '2026-11-16']);
    } finally {
      await endDueEvents(api);
    }
  });
});

describe('the means of a department', () => {
  const team = `
  Ada [Board] (senior_leadership)
    Cy [Sales]
${teamOf(8, 'Sales', '      ')}
${teamOf(5, 'Far', '    ').replaceAll('[Far]', '[Sales]')}
${teamOf(14, 'Ops', '    ')}
${teamOf(12, 'Care', '    ')}
    Hal [People] (people_team)
`;
  const near = Array.from({ length: 8 }, (_, i) => `Sales ${i + 1}`);
  const far = Array.from({ length: 5 }, (_, i) => `Far ${i + 1}`);

  /** Flags of the last week and of the one before; of the five whom Cy does not see, so many write each week. */
  async function detectTwice(farInAWeek: number): Promise<void> {
    acme = await company(api, team);
    const down: Shift = (ago) => (ago < 7 ? -3 : 0);
    const change = (name: string): Shift => (near.includes(name) || far.includes(name) ? down : usual);
    await checkIn(api, acme, Object.fromEntries(acme.people.map(({ name }) => [name, change(name)])));
    for (const [place, name] of far.entries()) {
      await acme.statement(
        `MATCH (s:Summary {tenantId: $tenantId, userId: $id})
         WHERE (duration.inDays(s.weekStart, date($lastWeek)).days / 7 + $place) % 5 >= $farInAWeek
         DETACH DELETE s`,
        { id: acme.id(name), lastWeek, place, farInAWeek },
      );
    }
    for (const week of [addWeeks(lastWeek, -1), lastWeek]) {
      await saveTrends(api.graph, acme.tenantId, await detectTrends(graph(), week), { now: friday, notify: false });
    }
  }

  async function meansOf(week: string, who: string): Promise<TrendFlag | undefined> {
    const { body } = await acme
      .as(who)
      .get<TrendFlag[]>(`/summaries/insights/trends?weekStart=${week}&scope=department`);
    return body.find(({ dimension }) => dimension === 'personalWellbeing');
  }

  it('are not told, not even as a direction, where a single unseen person wrote in a week', async () => {
    await detectTwice(1);
    for (const week of [addWeeks(lastWeek, -1), lastWeek]) expect(await meansOf(week, 'Cy')).to.equal(undefined);
    expect(await meansOf(lastWeek, 'Hal')).to.include({ direction: 'down' });
  });

  it('are for those who may read every score; others with enough unseen people are told the direction', async () => {
    await detectTwice(5);
    const [flag] = (await acme.as('Cy').get<TrendFlag[]>('/summaries/insights/trends?scope=department')).body;
    expect(flag)
      .to.include({ direction: 'down' })
      .and.to.not.have.any.keys('recentMean', 'n', 'p', 'start', 'effectSize');
    const { recentMean = 0, baselineMean = 0 } = (await meansOf(lastWeek, 'Hal')) ?? {};
    for (const mean of [recentMean, baselineMean]) expect(mean).to.equal(Number(mean.toFixed(1)));
    expect(baselineMean).to.be.above(recentMean);
  });
});

describe('a detection', () => {
  it('tells of a person their manager of this moment, of a department the leaders, of the same flag only once', async () => {
    await checkIn(api, acme, shifts());
    await acme.as('Ivy').put(`/admin/org-chart/users/${acme.id('Sales 3')}/manager`, { managerId: acme.id('Sales 1') });
    await run();
    const first = await told();
    const whoOf = (name: string): string[][] =>
      first
        .filter(({ payload }) => (JSON.parse(payload) as { subjectName: string }).subjectName === name)
        .map(({ who }) => who);
    expect(whoOf('Sales 3')).to.deep.equal([['Sales 1']]);
    expect(whoOf('Care')).to.deep.equal([['Ada', 'Hal']]);
    await run();
    expect(await told()).to.deep.equal(first);
    await read(`MATCH (e:OutboxEvent {tenantId: $tenantId}) DELETE e`); // long done, and forgotten
    await run();
    expect(await told()).to.deep.equal([]);
  });

  it('tells of a shift once, however many weeks it lasts, and of another shift again', async () => {
    const lasting: Shift = (ago) => (ago < 9 ? -3 : 0);
    await checkIn(api, acme, shifts({ 'Sales 3': lasting }));
    const detectIn = async (weeksAgo: number): Promise<number> => {
      const week = addWeeks(lastWeek, -weeksAgo);
      await saveTrends(api.graph, acme.tenantId, await detectTrends(graph(), week), { now: friday, notify: true });
      const whole = { tenantId: acme.tenantId, id: acme.id('Sales 3'), week };
      const [flag] = await api.graph.statement(
        `MATCH (f:TrendFlag {tenantId: $tenantId, weekStart: date($week), subjectId: $id, dimension: 'personalWellbeing'})
         RETURN toString(f.startWeek) AS start`,
        whole,
      );
      expect(flag?.['start'], `in the flag ${weeksAgo} weeks ago`).to.equal(addWeeks(lastWeek, -8));
      return (await told()).filter(({ payload }) => payload.includes('"Sales 3"')).length;
    };
    for (const weeksAgo of [5, 4, 3, 0]) expect(await detectIn(weeksAgo)).to.equal(1);
    await read(
      `MATCH (r:TrendRun {tenantId: $tenantId}) WHERE r.weekStart < date('${lastWeek}')
       SET r.told = [] RETURN r`,
    );
    await read(`MATCH (r:TrendRun {tenantId: $tenantId, weekStart: date('${lastWeek}')}) SET r.told = [] RETURN r`);
    await read(`MATCH (e:OutboxEvent {tenantId: $tenantId}) DELETE e`);
    expect(await detectIn(0), 'one that nobody was told about').to.equal(1);
  });

  it('tells of a fall after a rise that was told, and of neither twice', async () => {
    await checkIn(api, acme, shifts({}));
    const detected = await detectTrends(graph(), lastWeek);
    const fall = detected.flags.find(({ name, dimension }) => name === 'Sales 3' && dimension === 'personalWellbeing');
    expect(fall?.direction).to.equal('down');
    const save = async (weeksAgo: number, direction: 'up' | 'down'): Promise<string[]> => {
      const flags = fall ? [{ ...fall, direction, start: { ...fall.start, earliest: 20 } }] : [];
      const detection = { ...detected, weekStart: addWeeks(lastWeek, -weeksAgo), flags };
      await saveTrends(api.graph, acme.tenantId, detection, { now: friday, notify: true });
      return (await told()).map(({ payload }) => String((JSON.parse(payload) as { direction: string }).direction));
    };
    expect(await save(3, 'up')).to.deep.equal(['up']);
    expect(await save(2, 'up')).to.deep.equal(['up']);
    expect(await save(1, 'down')).to.have.members(['up', 'down']);
    expect(await save(0, 'down')).to.have.members(['up', 'down']);
  });

  it('notifies the nearest active manager above one who has left, or the first that there is again', async () => {
    await checkIn(api, acme, shifts({}));
    const setActive = (active: boolean, ...names: string[]) =>
      acme.statement('MATCH (u:User {tenantId: $tenantId}) WHERE u.id IN $ids SET u.active = $active', {
        ids: names.map((name) => acme.id(name)),
        active,
      });
    const whoHeard = async (): Promise<string[][]> =>
      (await told()).filter(({ payload }) => payload.includes('"Sales 3"')).map(({ who }) => who);
    await setActive(false, 'Cy', 'Ada');
    await run();
    expect(await whoHeard()).to.deep.equal([]);
    await setActive(true, 'Ada');
    await run();
    expect(await whoHeard()).to.deep.equal([['Ada']]);
    await setActive(true, 'Cy');
    await run();
    expect(await whoHeard(), 'a second time').to.deep.equal([['Ada']]);
  });

  it('notifies nobody when it must not', async () => {
    await checkIn(api, acme, shifts());
    await run(false);
    expect(await flagsSeen()).to.not.deep.equal([]);
    expect(await told()).to.deep.equal([]);
  });

  it('stores the same flags however often and by how many workers it runs', async () => {
    await checkIn(api, acme, shifts());
    await run();
    const once = await flagsSeen();
    await Promise.all([run(), run(), run()]);
    expect(await flagsSeen()).to.deep.equal(once);
    expect(await read(`MATCH (r:TrendRun {tenantId: $tenantId}) RETURN count(r) AS n`)).to.deep.equal([{ n: 1 }]);
    const events = await told();
    expect(new Set(events.map(({ payload }) => payload)).size).to.equal(events.length);
  });

  it('takes away flags that no longer hold, and keeps all of the old ones when it fails', async () => {
    await checkIn(api, acme, shifts());
    await run();
    const before = await fingerprint(api, acme.tenantId);
    const found = await detectTrends(graph(), lastWeek);
    const broken = { ...found, flags: [...found.flags, ...found.flags] }; // the same flag twice
    await saveTrends(api.graph, acme.tenantId, broken, { now: friday, notify: true }).then(
      () => expect.fail('kept'),
      () => undefined,
    );
    expect(await fingerprint(api, acme.tenantId)).to.deep.equal(before);
    await read(
      `MATCH (s:Summary {tenantId: $tenantId}) WHERE s.personalWellbeing < 3 SET s.personalWellbeing = 3 RETURN count(s)`,
    );
    await run();
    expect(await flagsSeen()).to.not.include('Sales 3 personalWellbeing down');
  });

  it('flags nobody who has left, while their weeks still count for their department', async () => {
    await checkIn(api, acme, shifts({ Gone: downBy(3) }));
    for (const name of ['Care 1', 'Care 2', 'Care 3']) {
      await read(`MATCH (u:User {tenantId: $tenantId, id: '${acme.id(name)}'}) SET u.active = false`);
    }
    await run();
    const seen = await flagsSeen();
    expect(seen).to.include('Care personalWellbeing down'); // four are left
    expect(
      await read(`MATCH (f:TrendFlag {tenantId: $tenantId, subjectId: '${acme.id('Gone')}'}) RETURN f.id`),
    ).to.deep.equal([]);
    expect(seen.filter((line) => /^Care [123]/.test(line))).to.deep.equal([]);
  });

  it('counts a score for the department in which it was written', async () => {
    const care = acme.people.filter(({ team }) => team === 'Care').map(({ name }) => [name, downBy(3)] as const);
    await checkIn(api, acme, shifts({ 'Sales 3': usual, ...Object.fromEntries(care) }));
    await read(
      `MATCH (t:Team {tenantId: $tenantId, name: 'Sales'})
       MATCH (u:User {tenantId: $tenantId})-[m:MEMBER_OF]->(:Team {name: 'Care'}) DELETE m CREATE (u)-[:MEMBER_OF]->(t)`,
    );
    await run();
    const seen = await flagsSeen();
    expect(seen).to.include('Care personalWellbeing down');
    expect(seen).to.not.include('Sales personalWellbeing down');
  });

  it('takes the minimum group that the tenant has set', async () => {
    await checkIn(api, acme, shifts());
    const set = (what: string) => read(`MATCH (t:Tenant {id: $tenantId}) SET ${what}`);
    const found = async () => (await detectTrends(graph(), lastWeek)).flags;
    expect((await found()).find(({ name }) => name === 'Care')?.weekWriters).to.have.length(26);
    await set('t.minimumGroup = 8');
    expect((await found()).find(({ name }) => name === 'Care')).to.equal(undefined);
  });

  it('ends when aborted, and stores nothing', async () => {
    await checkIn(api, acme, shifts());
    const work = createDetectTrendsHandler({ graph: api.graph, now: () => new Date(friday) });
    const event = {
      id: 'x',
      type: 'trends.detect',
      status: 'pending',
      attempts: 1,
      payload: JSON.stringify({ weekStart: lastWeek }),
    };
    const ended = work(event as never, graph(), AbortSignal.abort(new Error('stopping')), acme.tenantId);
    expect(await ended.catch((error: Error) => error.message)).to.equal('stopping');
    expect(await read(`MATCH (r:TrendRun {tenantId: $tenantId}) RETURN r`)).to.deep.equal([]);
  });
});

describe('a summary', () => {
  it('keeps the department it was written in, also when it is edited after a move', async () => {
    const { body } = await acme.as('Sales 1').post('/summaries', aSummary());
    await read(
      `MATCH (t:Team {tenantId: $tenantId, name: 'Care'})
       MATCH (u:User {tenantId: $tenantId, id: '${acme.id('Sales 1')}'})-[m:MEMBER_OF]->() DELETE m CREATE (u)-[:MEMBER_OF]->(t)`,
    );
    await acme.as('Sales 1').patch(`/summaries/${String(body['id'])}`, aSummary({ proud: 'Changed' }));
    expect(await read(`MATCH (s:Summary {tenantId: $tenantId}) RETURN s.department AS department`)).to.deep.equal([
      { department: 'Sales' },
    ]);
    expect(body).to.not.have.property('department');
  });
});
