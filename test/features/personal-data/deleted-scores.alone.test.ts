// What is left of scores that are deleted: twins of a company that differ in nothing but these scores, and afterwards in nothing.
import { expect } from 'chai';
import pino from 'pino';
import { saveTrends, type NamedFlag } from '../../../src/features/trends/detect-trends.ts';
import { takeRetentionTurn } from '../../../src/features/personal-data/retention.ts';
import { openWeeklyRuns } from '../../../src/features/schedules/weekly-runs.ts';
import { dimensions, type Scores } from '../../../src/platform/schema/scores.ts';
import { erasePerson } from '../../../src/features/personal-data/erase-person.ts';
import { openErasureServices } from '../../../src/features/personal-data/erasure-log.ts';
import { addWeeks } from '../../../src/platform/time/weeks.ts';
import { company, type Company } from '../../support/company.ts';
import { endDueEvents, startInProcessWorker } from '../../support/in-process-worker.ts';
import { sharedInbox } from '../../support/inbox.ts';
import { settled } from '../../support/outbox.ts';
import { aSummary } from '../../support/samples.ts';
import { friday, service } from '../../support/service.ts';

const api = service();
const mailbox = sharedInbox();
const lastWeek = '2026-11-09';
const names = ['Cy', 'Dee', 'Eve', 'Flo', 'Gil', 'Hal'];
const drawing = `
  Ada (admin, people_team)
    Bob [Care]
${names.map((name) => `      ${name} [Care]`).join('\n')}`;
const all = (score: number): Scores => ({
  qualityOfWork: score,
  personalWellbeing: score,
  professionalWellbeing: score,
});

/** Every property of every node of the tenant; ids, moments and hashes, which differ by themselves, are left out. */
async function scan({ statement, tenantId }: Company): Promise<string[]> {
  const rows = await statement(
    `MATCH (n) WHERE n:T_${tenantId.replaceAll('-', '')} OR n:Tenant AND n.id = $tenantId
     UNWIND keys(n) AS key RETURN labels(n)[0] AS label, key, n[key] AS value`,
  );
  return rows
    .filter(({ key }) => !/hash|etag|traceparent|leaseId/i.test(String(key)))
    .map(({ label, key, value }) => `${String(label)}.${String(key)} ${JSON.stringify(value)}`)
    .map((text) =>
      text
        .replaceAll(/[0-9a-f]{8}-?[0-9a-f-]{20,}/g, '#')
        .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z?/g, '@')
        .replaceAll(/\{[^{}]*"nanosecond"[^{}]*\}/g, '@'),
    )
    .map((text) => text.replace(/^T_#/, ''))
    .sort();
}

/** What only one of them has. */
function differences(one: string[], other: string[]): string[] {
  const rest = [...other];
  const more = one.filter((text) => {
    const at = rest.indexOf(text);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
  return [...more, ...rest];
}

const meanOf = (values: number[]): number => values.reduce((sum, one) => sum + one, 0) / values.length;

/** A flag as a detection finds it, with the means of these weekly values, oldest first: the last three are since the shift. */
function aFlag(of: Partial<NamedFlag>, values: number[]): NamedFlag {
  const before = values.slice(0, -3);
  const since = values.slice(-3);
  const series = values.map((value, at) => ({ weeksAgo: values.length - 1 - at, value: Math.round(value * 10) / 10 }));
  return {
    dimension: dimensions[0],
    direction: 'down',
    n: 3,
    effectSize: -1,
    p: 0.01,
    adjustedP: 0.02,
    series,
    recentMean: meanOf(since),
    baselineMean: meanOf(before),
    start: { weeksAgo: 2, earliest: 4, latest: 1 },
    ...of,
  } as NamedFlag;
}

describe('of the scores of somebody who is erased, nothing is left', () => {
  /** The week is written, digests are delivered and shifts are found; then Eve is erased. */
  async function lived(score: number): Promise<{ acme: Company; digests: number }> {
    const acme = await company(api, drawing);
    for (const who of names) {
      const scores = who === 'Eve' ? all(score) : all(4);
      expect((await acme.as(who).post('/summaries', aSummary({ weekStart: lastWeek, scores }))).status).to.equal(201);
    }
    await endDueEvents(api);
    await openWeeklyRuns(api.graph, acme.tenantId, '2026-11-16', api.clock.now);
    const worker = startInProcessWorker(api, { ses: mailbox.url, now: () => new Date(api.clock.now) });
    await settled(api, acme).finally(() => worker.stop());
    const values = Array.from({ length: 34 }, (_, at) => (4 * 5 + 1 + ((at * score) % 5)) / 6);
    const weekWriters = values.map(() => names.map((name) => acme.id(name)).join());
    const flags = [
      aFlag({ scope: 'department', subject: 'Care', name: 'Care', weekWriters }, values),
      aFlag({ scope: 'organisation', subject: '', name: 'Test' }, values),
    ];
    const found = { weekStart: lastWeek, people: 8, erasures: 0, flags };
    await saveTrends(api.graph, acme.tenantId, found, { now: friday, notify: false });
    const digests = await acme.statement(
      `MATCH (n:Notification {tenantId: $tenantId, type: 'digest.weekly'}) RETURN n.payload AS payload`,
    );
    const services = openErasureServices(api.graph, api.config);
    const erasure = { tenantId: acme.tenantId, userId: acme.id('Eve'), now: new Date(friday), dryRun: false };
    await erasePerson(services, erasure);
    await endDueEvents(api); // the notice of the erasure, which the other company's worker would deliver
    return { acme, digests: digests.length };
  }

  it('in any property of any node, whatever they had written', async () => {
    const low = await lived(1);
    const high = await lived(5);
    expect(low.digests).to.be.at.least(2);
    const left = await scan(low.acme);
    expect(left.some((text) => text.includes('TrendFlag'))).to.equal(true);
    expect(differences(left, await scan(high.acme)).slice(0, 9)).to.deep.equal([]);
  });

  it('but that a group shifted, which the People Team still sees', async () => {
    const { acme } = await lived(1);
    const { body } = await acme.as('Ada').get<object[]>('/summaries/insights/trends');
    const shift = { dimension: 'qualityOfWork', direction: 'down', weekStart: lastWeek };
    expect(body).to.have.deep.members([
      { scope: 'department', ...shift, subject: { department: 'Care' } },
      { scope: 'organisation', ...shift },
    ]);
  });
});

describe('of scores that have expired, nothing is left', () => {
  const newest = '2026-11-16';
  const weeks = 40;
  const log = pino({ level: 'silent' });

  /** Cy’s scores of 40 weeks: those of the weeks before the last ten are `old`. Then 70 days are what is kept. */
  async function lived(old: number): Promise<Company> {
    const acme = await company(api, drawing);
    const values = Array.from({ length: weeks }, (_, at) => (at < weeks - 10 ? old : at < weeks - 3 ? 4 : 2));
    await acme.statement(
      `MATCH (u:User {tenantId: $tenantId, id: $cy}) UNWIND range(0, size($values) - 1) AS at
       CREATE (u)-[:WROTE]->(:Summary:$($label) {tenantId: $tenantId, id: randomUUID(), userId: $cy, createdAt: datetime($now),
         weekStart: date($newest) - duration({weeks: size($values) - 1 - at}), qualityOfWork: toInteger($values[at]),
         personalWellbeing: toInteger($values[at]), professionalWellbeing: toInteger($values[at])})`,
      { cy: acme.id('Cy'), values, newest, now: friday },
    );
    const cut = values.slice(0, -5); // a flag that is older: its shift began before the limit
    const person = { scope: 'individual', subject: acme.id('Cy'), name: 'Cy' } as const;
    const group = { scope: 'department', subject: 'Care', name: 'Care', weekWriters: [] } as const;
    for (const [weekStart, of] of [
      [newest, values],
      [addWeeks(newest, -5), cut],
    ] as const) {
      const flags = [aFlag(person, of), aFlag({ ...group, weekWriters: [] }, of)].map((flag) =>
        of === cut ? { ...flag, start: { weeksAgo: 8, earliest: 9, latest: 7 } } : flag,
      );
      const found = { weekStart, people: 8, erasures: 0, flags };
      await saveTrends(api.graph, acme.tenantId, found, { now: friday, notify: false });
    }
    await acme.statement(`MATCH (t:Tenant {id: $tenantId}) SET t.retention = ['summaries=70']`);
    for (const days of [0, 1.01, 1.02]) {
      await takeRetentionTurn(api.graph, new Date(Date.parse(friday) + days * 86_400_000), log);
    }
    return acme;
  }

  before(() => api.graph.statement('MATCH (t:Tenant) WHERE t.retention IS NOT NULL REMOVE t.retention')); // of other tests
  after(() => api.graph.statement('MATCH (t:Tenant) WHERE t.retention IS NOT NULL REMOVE t.retention'));

  it('in any property of any node; a flag is about the weeks that are left', async () => {
    const low = await lived(1);
    const high = await lived(5);
    expect(differences(await scan(low), await scan(high)).slice(0, 9)).to.deep.equal([]);
    const [row] = await high.statement(
      `MATCH (f:TrendFlag {tenantId: $tenantId, scope: 'individual', weekStart: date($newest)})
       RETURN f.seriesValues AS series, f.recentMean AS recent, f.baselineMean AS before, f.effectSize AS effect`,
      { newest },
    );
    expect(row).to.deep.equal({ series: [4, 4, 4, 4, 4, 4, 4, 2, 2, 2], recent: 2, before: 4, effect: -1 });
    const [older] = await high.statement(
      `MATCH (f:TrendFlag {tenantId: $tenantId, scope: 'individual', weekStart: date($newest)- duration({weeks: 5})})
       RETURN f.direction AS direction, f.recentMean AS recent, f.seriesWeeks AS series`,
      { newest },
    );
    expect(older).to.deep.equal({ direction: 'down', recent: null, series: null });
  });
});
