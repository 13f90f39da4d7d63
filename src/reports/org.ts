// Report: the org chart, with its span and depth.
import { pluralize } from '../pluralize.ts';
import { toViewAsOf } from '../rules/as-of.ts';
import { measureStructure } from '../rules/structure.ts';
import { readInSight, readNumber, toScope, type Branch, type ReportDefinition, type Row } from './definition.ts';
import type { ReportResult, ReportScope } from './definition.ts';

const openDepth = 1;

export const org: ReportDefinition = {
  name: 'org',
  title: 'Organisation',
  description: 'span and depth of the org chart: who reports to whom, and how many',
  timeParameter: 'asOf',
  columns: [
    { name: 'name', title: 'Name' },
    { name: 'jobTitle', title: 'Job title' },
    { name: 'team', title: 'Team' },
    { name: 'department', title: 'Department' },
    { name: 'manager', title: 'Manager' },
    { name: 'depth', title: 'Depth', digits: 0 },
    { name: 'directReports', title: 'Direct reports', digits: 0 },
    { name: 'below', title: 'Everyone below', digits: 0 },
  ],
  time: ({ asOf }) => (asOf === null ? 'today' : `as of ${asOf}`),
  rows: async (request) => (await readOrg(toScope(request))).rows,
  headline(rows) {
    const { people, layers, withoutManager, managers, managersWithOneReport, span } = measureStructure(
      rows.map((row) => ({
        depth: readNumber(row, 'depth'),
        reports: readNumber(row, 'directReports'),
        hasManager: row['manager'] !== null,
      })),
    );
    const width = span
      ? `${pluralize(managers, 'manager')} with ${span.median} direct reports (median; P10 ${span.p10}, P90 ${span.p90}), at most ${span.max}` +
        (managersWithOneReport > 0 ? `; ${managersWithOneReport} of them with one` : '')
      : 'nobody has direct reports';
    const tops = pluralize(withoutManager, 'person', 'people');
    const says = `${pluralize(people, 'person', 'people')}; ${width}; ${tops} without a manager.`;
    return { figure: pluralize(layers, 'level'), says };
  },
  emptyMessage: 'The organisation has no active people.',
  figures(rows) {
    const createBars = (title: string, about: string, field: string, name: string, shown: Row[]) => ({
      title,
      about,
      narrow: true as const,
      spec: {
        data: { values: [...shown] },
        width: 380,
        height: 150,
        mark: { type: 'bar', cornerRadiusEnd: 3 },
        encoding: {
          x: { field, type: 'ordinal', title: name, axis: { labelAngle: 0 } },
          y: { aggregate: 'count', title: null, axis: { tickMinStep: 1, tickCount: 5 } },
        },
      } as const,
    });
    const managers = rows.filter((row) => readNumber(row, 'directReports') > 0);
    return [
      ...(managers.length === 0
        ? []
        : [
            createBars(
              'Span',
              'Managers by their number of direct reports.',
              'directReports',
              'Direct reports',
              managers,
            ),
          ]),
      createBars('Depth', 'People by their number of levels below the top.', 'depth', 'Levels below the top', rows),
    ];
  },
  tree: buildTree,
};

/**
 * `isInFuture` of the heading tells that `asOf` is later than now.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report
 */
export function readOrg(scope: ReportScope): Promise<ReportResult<{ isInFuture?: boolean }>> {
  const { asOf, now } = scope;
  return asOf === null
    ? readInSight(scope, 'reports/org', 'org:read')
    : readInSight(scope, 'reports/org_in_view', 'org:read', toViewAsOf(asOf, now));
}

/** Builds the tree in the order of the rows. People whose manager is not in the rows are at the top. */
function buildTree(rows: Row[]): Branch[] {
  const branches = new Map(rows.map((row) => [row['id'], toBranch(row)]));
  const top: Branch[] = [];
  for (const row of rows) {
    const branch = branches.get(row['id']);
    if (branch) (branches.get(row['managerId'] ?? '')?.reports ?? top).push(branch);
  }
  return top;
}

function describeCounts(direct: number, below: number): string {
  if (below === 0) return '';
  return below === direct ? `${direct} below` : `${direct} direct, ${below} below`;
}

function toBranch(row: Row): Branch {
  const [direct, below] = [readNumber(row, 'directReports'), readNumber(row, 'below')];
  return {
    name: String(row['name']),
    about: [row['jobTitle'], row['team']].filter(Boolean).join(', '),
    counts: describeCounts(direct, below),
    open: readNumber(row, 'depth') < openDepth,
    reports: [],
  };
}
