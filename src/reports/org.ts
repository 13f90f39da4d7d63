// Report: the org chart, with its span and depth.
import { median } from 'simple-statistics';
import { pluralize } from '../pluralize.ts';
import { readInSight, readNumber, toScope, type Branch, type ReportDefinition, type Row } from './definition.ts';
import type { ReportResult, ReportScope } from './definition.ts';

const openDepth = 1;

export const org: ReportDefinition = {
  name: 'org',
  title: 'Organisation',
  description: 'span and depth of the org chart: who reports to whom, and how many',
  timeParameter: 'nothing',
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
  time: () => 'today',
  rows: async (request) => (await readOrg(toScope(request))).rows,
  headline(rows) {
    const spans = rows.map((row) => readNumber(row, 'directReports')).filter((span) => span > 0);
    const depths = rows.map((row) => readNumber(row, 'depth'));
    const levels = rows.length === 0 ? 0 : findMax(depths) - depths.reduce((a, b) => Math.min(a, b)) + 1;
    const width =
      spans.length === 0
        ? 'nobody has direct reports'
        : `${pluralize(spans.length, 'manager')} with ${median(spans)} direct reports (median), at most ${findMax(spans)}`;
    return { figure: pluralize(levels, 'level'), says: `${pluralize(rows.length, 'person', 'people')}; ${width}.` };
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

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export function readOrg(scope: ReportScope): Promise<ReportResult> {
  return readInSight(scope, 'reports/org', 'org:read');
}

const findMax = (numbers: number[]): number => numbers.reduce((a, b) => Math.max(a, b), 0);

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

function toBranch(row: Row): Branch {
  const [direct, below] = [readNumber(row, 'directReports'), readNumber(row, 'below')];
  return {
    name: String(row['name']),
    about: [row['jobTitle'], row['team']].filter(Boolean).join(', '),
    counts: below === 0 ? '' : below === direct ? `${direct} below` : `${direct} direct, ${below} below`,
    open: readNumber(row, 'depth') < openDepth,
    reports: [],
  };
}
