// Report: the org chart, with its span and depth.
import { readInSight, type PermittedList } from '../access/in-sight.ts';
import { splitIntoBatches } from '../lib/batches.ts';
import type { Rows } from '../graph/client.ts';
import { pluralize } from '../lib/pluralize.ts';
import { toViewAsOf } from '../rules/as-of.ts';
import type { ChartLine } from '../chart/chart.ts';
import { createOrgChart } from '../chart/org-chart.ts';
import { measureStructure } from '../chart/structure.ts';
import { buildTree } from '../chart/tree.ts';
import { readNumber, toScope, type Branch, type ReportDefinition, type ReportScope, type Row } from './definition.ts';

const openDepth = 1;
const rowsPerPage = 500;

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
      rows.map((row) => ({ depth: readNumber(row, 'depth'), reports: readNumber(row, 'directReports') })),
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
  tree: (rows) =>
    buildTree(rows.map((row) => [String(row['id']), row['managerId'] as string | undefined, toBranch(row)])),
};

/**
 * The people in sight, ordered by level and name: nearest active manager, active people above, active direct reports, active
 * people below. `isInFuture` of the heading tells that `asOf` is later than now.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report
 */
export async function readOrg(scope: ReportScope): Promise<PermittedList<Heading, Row>> {
  const { asOf, now } = scope;
  const { head, rows } = await (asOf === null
    ? readInSight<Heading, Source>(scope, 'org:read', (sight) => ['reports/org', sight])
    : readInSight<Heading, Source>(scope, 'org:read', (sight) => [
        'reports/org_in_view',
        { ...sight, ...toViewAsOf(asOf, now) },
      ]));
  return { head, rows: placePeople(rows) };
}
type Heading = { isInFuture: boolean | null };
type Person = { id: string; name: string; jobTitle?: string; team?: string; department?: string };
/** People by name; then one row with the lines from which their places follow, and with the names of everyone in these. */
type Source = Person | { lines: ChartLine[]; names: string[] };

/** Sends the rows before the source is at its end: a slow reader occupies a connection, and so is limited, as ever. */
async function* placePeople(pages: Rows<Source>): Rows<Row> {
  const people: Person[] = [];
  for await (const page of pages) {
    for (const row of page) {
      if ('lines' in row) yield* splitIntoBatches(orderByDepth(people, row.lines, row.names), rowsPerPage);
      else people.push(row);
    }
  }
}

function orderByDepth(people: Person[], lines: ChartLine[], names: string[]): Row[] {
  const findPlace = createOrgChart(lines);
  const nameById = new Map(lines.map(([id], index) => [id, names[index] ?? '']));
  const rows = people.flatMap((person) => {
    const place = findPlace(person.id);
    if (!place) return []; // created or deactivated while the list was read
    const { managerId, depth, reports, below } = place;
    const manager = managerId !== undefined && { managerId, manager: nameById.get(managerId) ?? '' };
    return [{ ...person, ...manager, depth, directReports: reports, below }];
  });
  return rows.sort((a, b) => a.depth - b.depth);
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
