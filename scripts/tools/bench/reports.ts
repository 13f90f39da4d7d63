// Measures the reports of a tenant of 10,000 people against the bare driver reading the same rows.
import { rolesThatHold } from '../../../src/platform/access/permissions.ts';
import { rolesWithDepartmentGroups } from '../../../src/features/reports/non-setters.ts';
import type { QueryName } from '../../../src/platform/graph/queries/call-types.ts';
import type { Queries } from '../../../src/platform/graph/queries/query-types.ts';
import { sized } from './form.ts';
import { measureAlternating, type RequestSpec, type Target } from './measure.ts';
import type { CheckIns } from './population.ts';
import { printRatios, printHeading } from './tables.ts';

type Scope = { tenantId: string; callerId: string };
type FloorQuery = { [Name in QueryName]: { query: Name; params: Queries[Name] & Scope } };
/** The queries that the server runs with the bare driver, by name, with all their parameters. */
export type FloorQueries = Record<string, FloorQuery[QueryName]>;

const turns = sized(30, 6);
/** Reports take longer than lists. With two turns of the small form, one hiccup of the machine was half of a median. */
const reportTurns = sized(10, 6);

/** The queries of the endpoints, for the root of the tenant. */
export function reportQueries({ tenantId, root, week, later }: CheckIns): FloorQueries {
  const counts = {
    tenantId,
    callerId: root,
    asOperator: false,
    now: new Date().toISOString(),
    rolesThatReadAbsences: rolesThatHold('absence:read'),
  };
  const nonSetters = (period: string): FloorQueries[string] => ({
    query: 'goals/non_setters',
    params: {
      ...counts,
      period,
      rolesWithTenantScope: rolesThatHold('non-setters:read'),
      rolesGroupedByDepartment: rolesWithDepartmentGroups,
    },
  });
  return {
    digest: {
      query: 'summaries/weekly_digest',
      params: { ...counts, weekStart: week, rolesWithTenantScope: rolesThatHold('digest:read') },
    },
    'non-setters': nonSetters(week),
    'non-setters-later': nonSetters(later),
  };
}

/** Measures and prints. The token belongs to the root of the tenant. The bare driver reads in the process `reader`. */
export async function measureReports(target: Target, { week, later }: CheckIns, reader: string): Promise<void> {
  const reports = [
    ['weekly-digest', `/summaries/reports/weekly-digest?weekStart=${week}`, 'digest'],
    ['non-setters, one in five', `/goals/reports/non-setters?period=${week}`, 'non-setters'],
    ['non-setters, everyone', `/goals/reports/non-setters?period=${later}`, 'non-setters-later'],
  ] as const;
  printHeading('Reports on 10,000 people', 'rows', 'rows/s');
  for (const [name, path, question] of reports) {
    const report: RequestSpec = { name: `GET ${name}`, path: () => path };
    const bare: RequestSpec = {
      name: `bare driver, the same ${name}`,
      url: reader,
      path: () => `/floor/bare/${question}`,
    };
    const rows = await countRows(target, path);
    const measured = await measureAlternating(target, [bare, report], turns);
    printRatios(bare, 'the bare driver', measured, (_, { p50 }) => [rows, Math.round(rows / (p50 / 1_000))]);
  }
  const [digest, ...others] = [reports[0][1], '/home', ...names.map((name) => `/reports/${name}`)].map(
    (path): RequestSpec => ({ name: `GET ${path}`, path: () => path }),
  ) as [RequestSpec, ...RequestSpec[]];
  printHeading('Home and the other reports on 10,000 people');
  printRatios(digest, 'the digest', await measureAlternating(target, [digest, ...others], reportTurns));
}

const names = ['team', 'check-ins', 'goals', 'response-times', 'nominations', 'headcount', 'org'];

async function countRows({ url, token }: Target, path: string): Promise<number> {
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } });
  const body = (await response.json()) as { rows?: unknown[]; code?: string };
  if (!body.rows) throw new Error(`${path}: ${response.status} ${body.code ?? ''}`);
  return body.rows.length;
}
