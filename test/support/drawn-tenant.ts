// A small tenant with a week behind it, of which every figure of every report can be reckoned by hand.
import { randomUUID } from 'node:crypto';
import type { ReportDefinition, ReportScope } from '../../src/features/reports/definition.ts';
import type { Row } from '../../src/features/reports/rows.ts';
import { reports } from '../../src/features/reports/index.ts';
import { readReport, type Reading } from '../../scripts/cli/report/compare.ts';
import { company, type Company } from './company.ts';
import type { Service } from './service.ts';

export const lastWeek = '2026-11-09';
export const thisWeek = '2026-11-16';

/** Who wrote in the last week, with their three scores, and who answered after how many hours. */
const written: [who: string, scores: [number, number, number], by?: string, hours?: number][] = [
  ['Bob', [2, 2, 2]],
  ['Cyd', [3, 3, 4], 'Bob', 20],
  ['Dan', [4, 4, 4], 'Ann', 5],
  ['Eve', [5, 4, 4], 'Bob', 10],
  ['Gus', [1, 1, 1]],
];

const drawing = `
  Ann [Board] (senior_leadership)
    Bob [Tech] (senior_manager)
      Cyd [Tech]
        Dan [Tech]
      Eve [Tech]
    Fay [Care]
      Gus [Care]
      Hal [Care] †
        Ian [Care]
    Pia [People] (people_team)
    Adm [People] (admin)`;

export type DrawnTenant = Company & {
  /** A report of `lastWeek`, `thisWeek` or their month, as a command reads it in that person's sight. */
  read(report: string, person?: string, asOf?: string | null): Promise<Reading>;
  rows(report: string, person?: string, asOf?: string | null): Promise<Row[]>;
};

export async function drawnTenant(api: Service): Promise<DrawnTenant> {
  const acme = await company(api, drawing);
  await acme.statement('MATCH (t:Tenant {id: $tenantId}) SET t.minimumGroup = 3');
  const texts = { proud: '', obstacles: '', learned: '', important: '' };
  for (const [who, [qualityOfWork, personalWellbeing, professionalWellbeing], by, hours = 0] of written) {
    api.clock.now = '2026-11-13T12:00:00.000Z';
    const scores = { qualityOfWork, personalWellbeing, professionalWellbeing };
    const { body } = await acme.as(who).post('/summaries', { weekStart: lastWeek, scores, ...texts });
    if (!by) continue;
    api.clock.now = new Date(Date.parse(api.clock.now) + hours * 3_600_000).toISOString();
    await acme.as(by).post(`/summaries/${String(body['id'])}/response`, { body: 'Thank you.' });
  }
  api.clock.now = '2026-11-17T09:00:00.000Z';
  for (const who of ['Ann', 'Cyd', 'Gus']) {
    const goal = { title: 'Learn', description: '', type: 'personal', targetWeek: 'this' };
    await acme.as(who).post('/goals', goal);
  }
  await acme.as('Cyd').post('/mvp/nominations/individual', { nomineeUserId: acme.id('Dan'), reason: 'He listens.' });
  const members = { teamName: 'Care', memberUserIds: [acme.id('Gus'), acme.id('Fay')], reason: 'Patience' };
  api.clock.now = '2026-11-18T09:00:00.000Z';
  await acme.as('Eve').post('/mvp/nominations/team', members);
  await flag(api, acme, 'individual', 'Dan', 0.01);
  await flag(api, acme, 'individual', 'Gus', 0.02);
  await flag(api, acme, 'department', 'Tech', 0.03, ['Bob', 'Cyd', 'Dan', 'Eve']);
  await flag(api, acme, 'organisation', null, 0.04);

  const read: DrawnTenant['read'] = (name, person, asOf = null) => {
    const graph = api.graph.bind({
      tenantId: acme.tenantId,
      userId: person === undefined ? 'operator' : acme.id(person),
    });
    const week = ['non-setters', 'goals'].includes(name) ? thisWeek : lastWeek;
    const scope: ReportScope = {
      graph,
      asOperator: person === undefined,
      now: api.clock.now,
      week,
      period: '2026-11',
      asOf,
    };
    return readReport(reportOf(name), scope);
  };
  return { ...acme, read, rows: async (...asked) => (await read(...asked)).rows };
}

export function reportOf(name: string): ReportDefinition {
  const report = reports.find((one) => one.name === name);
  if (!report) throw new Error(`There is no report ${name}.`);
  return report;
}

/** Keeps a flag as a detection does. `writers` wrote in each of its weeks. */
async function flag(
  api: Service,
  acme: Company,
  scope: string,
  of: string | null,
  adjustedP: number,
  writers: string[] = [],
): Promise<void> {
  const subject = scope === 'individual' ? acme.id(of ?? '') : (of ?? '');
  const means = { n: 20, recentMean: 2.5, baselineMean: 4, effectSize: -0.9, p: 0.001, adjustedP };
  const weeks = ['2026-11-02', '2026-11-09'];
  const when = { startWeek: '2026-11-09', startEarliest: '2026-11-02', startLatest: '2026-11-09' };
  const written = writers.map((who) => acme.id(who)).join();
  const weekWriters = written === '' ? null : weeks.map(() => written);
  const found = {
    id: randomUUID(),
    scope,
    subject,
    dimension: 'qualityOfWork',
    direction: 'down',
    ...means,
    weekWriters,
    ...when,
    seriesWeeks: weeks,
    seriesValues: [4, 2.5],
  };
  await api.graph.transaction({ tenantId: acme.tenantId }, (tx) =>
    tx.rows('trends/write_flags', { weekStart: lastWeek, flags: [found] }),
  );
}
