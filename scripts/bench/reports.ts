// Measures the reports of a tenant of 10,000 people, against the bare driver reading the same rows, and the board.
import { rolesWithTenantScope, rolesWithDepartmentGroups } from '../../src/access.ts';
import { inTurn, type Shot, type Target } from './measure.ts';
import type { CheckIns } from './population.ts';
import { against, printHead } from './tables.ts';

/** What the server's floor asks of the bare driver, by name: a query file and its parameters. */
export type Questions = Record<string, { query: string; params: Record<string, unknown> }>;

const turns = 40;
const boardTurns = 1_500;

/** The same questions as the endpoints ask for the root of the tenant. */
export function reportQuestions({ tenantId, root, week, later }: CheckIns): Questions {
  const counts = { tenantId, callerId: root, now: new Date().toISOString() };
  const nonSetters = (period: string): Questions[string] => ({
    query: 'goals/non_setters',
    params: {
      ...counts,
      period,
      rolesWithTenantScope: rolesWithTenantScope('non-setters:read'),
      rolesGroupedByDepartment: rolesWithDepartmentGroups,
    },
  });
  return {
    digest: {
      query: 'summaries/weekly_digest',
      params: { ...counts, weekStart: week, rolesWithTenantScope: rolesWithTenantScope('digest:read') },
    },
    'non-setters': nonSetters(week),
    'non-setters-later': nonSetters(later),
  };
}

/** Measures and prints. The token is that of the root of the reports' tenant; the bare driver reads at `reader`. */
export async function measureReports(target: Target, { week, later }: CheckIns, reader: string): Promise<void> {
  const reports = [
    ['weekly-digest', `/summaries/reports/weekly-digest?weekStart=${week}`, 'digest'],
    ['non-setters, one in five', `/goals/reports/non-setters?period=${week}`, 'non-setters'],
    ['non-setters, everyone', `/goals/reports/non-setters?period=${later}`, 'non-setters-later'],
  ] as const;
  printHead('Reports on 10,000 people', 'rows', 'rows/s');
  for (const [name, path, question] of reports) {
    const report: Shot = { name: `GET ${name}`, path: () => path };
    const bare: Shot = { name: `bare driver, the same ${name}`, url: reader, path: () => `/floor/bare/${question}` };
    const rows = await countRows(target, path);
    const measured = await inTurn(target, [bare, report], turns);
    against(bare, 'the bare driver', measured, (_, { p50 }) => [rows, Math.round(rows / (p50 / 1_000))]);
  }

  const returnOne: Shot = { name: '`RETURN 1`', path: () => '/floor/return-one/00000000-0000-4000-8000-000000000000' };
  const board: Shot = { name: 'GET board', path: () => '/goals/board' };
  printHead('One client');
  against(returnOne, '`RETURN 1`', await inTurn(target, [returnOne, board], boardTurns));
}

async function countRows({ url, token }: Target, path: string): Promise<number> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  return ((await response.json()) as { rows: unknown[] }).rows.length;
}
