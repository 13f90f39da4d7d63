// Report: the org chart, with its span and depth.
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import type { Rows } from '../../platform/graph/client.ts';
import { agree, pluralize } from '../../platform/lib/pluralize.ts';
import { toViewAsOf } from '../../platform/time/as-of.ts';
import type { ChartLine } from '../../platform/chart/chart.ts';
import { createOrgChart, type ChartPlace } from '../../platform/chart/org-chart.ts';
import { measureStructure } from '../../platform/chart/structure.ts';
import { buildTree } from '../../platform/chart/tree.ts';
import { defineReport, mapRows, splitIntoPages, type Branch, type ReportScope } from './definition.ts';
import type { Bar } from './figures.ts';
import { formatShare, readNumber, type Row } from './rows.ts';

const openDepth = 1;
const barsShown = 20;

export const org = defineReport({
  name: 'org',
  title: 'Organisation',
  description: 'span and depth of the org chart: who reports to whom, and how many',
  timeParameter: 'asOf',
  columns: [
    { name: 'id', title: 'User ID', fileOnly: true },
    { name: 'name', title: 'Name' },
    { name: 'email', title: 'Email', fileOnly: true },
    { name: 'jobTitle', title: 'Job title' },
    { name: 'team', title: 'Team' },
    { name: 'department', title: 'Department' },
    { name: 'managerId', title: 'Manager ID', fileOnly: true },
    { name: 'manager', title: 'Manager' },
    { name: 'managerEmail', title: 'Manager email', fileOnly: true },
    { name: 'depth', title: 'Depth', digits: 0 },
    { name: 'directReports', title: 'Direct reports', digits: 0 },
    { name: 'below', title: 'Everyone below', digits: 0 },
  ],
  read: readOrg,
  time: (_, { asOf }) => asOf,
  toResponse: () => ({}),
  headline(rows) {
    const { people, layers, withoutManager, managers, managersWithOneReport, span } = measureStructure(
      rows.map((row) => ({ depth: readNumber(row, 'depth'), reports: readNumber(row, 'directReports') })),
    );
    const ofOne = agree(managersWithOneReport, 'has', 'have');
    const width = !span
      ? 'nobody has direct reports'
      : managers === 1
        ? `1 manager with ${pluralize(span.max, 'direct report')}`
        : `${pluralize(managers, 'manager')} with ${pluralize(span.median, 'direct report')} (half have more, half fewer), at most ${span.max}` +
          (managersWithOneReport > 0 ? `; ${managersWithOneReport} of the managers ${ofOne} only one` : '');
    const tops = pluralize(withoutManager, 'person', 'people');
    return {
      figure: pluralize(people, 'person', 'people'),
      says: `on ${pluralize(layers, 'level')}; ${width}; ${tops} without a manager.`,
      amount: people === 0 ? null : people,
      unit: 'people',
    };
  },
  emptyMessage: 'The organisation has no active people.',
  figures(rows) {
    const spans = rows.map((row) => readNumber(row, 'directReports')).filter((reports) => reports > 0);
    const depths = rows.map((row) => readNumber(row, 'depth'));
    return [
      ...(spans.length === 0
        ? []
        : [
            {
              title: 'Direct reports of a manager',
              about: 'How many managers have so many direct reports.',
              bars: createHistogram(spans, (text) => (text === '1' ? '1 report' : `${text} reports`)),
            },
          ]),
      {
        title: 'Levels',
        about: 'How many people are so many levels below the top.',
        bars: createHistogram(depths, (text) => (text === '0' ? 'The top' : `Level ${text}`)),
      },
    ];
  },
  tree: (rows) =>
    buildTree(rows.map((row) => [String(row['id']), row['managerId'] as string | undefined, toBranch(row)])),
  method:
    'The people below somebody who has left count for the next active manager above. The number of levels is from the ' +
    'highest to the lowest person in sight.',
});

/** Counts how often each number occurs, from the lowest to the highest; wide ranges in steps. */
function createHistogram(numbers: number[], label: (text: string) => string): Bar[] {
  const lowest = numbers.reduce((a, b) => Math.min(a, b));
  const step = Math.ceil((numbers.reduce((a, b) => Math.max(a, b)) - lowest + 1) / barsShown);
  const counts: number[] = [];
  for (const number of numbers) {
    const at = Math.floor((number - lowest) / step);
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const most = counts.reduce((a, b) => Math.max(a, b), 0);
  return Array.from(counts, (count = 0, at) => {
    const from = lowest + at * step;
    return {
      label: label(step === 1 ? `${from}` : `${from}–${from + step - 1}`),
      text: formatShare(count, numbers.length),
      parts: [{ share: count / most }],
    };
  });
}

/**
 * The people in sight, ordered by level and name: nearest active manager, active people above, active direct reports, active
 * people below. `isInFuture` of the heading says that `asOf` is later than now.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report
 */
async function readOrg(scope: ReportScope): Promise<PermittedList<Heading, Row>> {
  const { asOf, now } = scope;
  const { head, rows } = await readInSight<Heading, Source>(scope, 'org:read', (sight) =>
    asOf === null
      ? ['reports/org', { ...sight, now }]
      : ['reports/org_in_view', { ...sight, ...toViewAsOf(asOf, now) }],
  );
  return { head, rows: placePeople(rows) };
}
type Heading = { isInFuture: boolean | null };
type Person = { id: string; name: string; email: string; jobTitle?: string; team?: string; department?: string };
/** People by name; then the lines from which their places follow, with the names of everyone in these; then the end. */
type Source = Person | { line: ChartLine; name: string } | { isEnd: true };

/** Sends the rows before the source is at its end: a slow reader occupies a connection, and so is limited, as ever. */
async function* placePeople(pages: Rows<Source>): Rows<Row> {
  const people: Person[] = [];
  const lines: ChartLine[] = [];
  const nameById = new Map<string, string>();
  const emailById = new Map<string, string>(); // of those in sight alone
  const describe = ({ person, place: { managerId, depth, reports, below } }: Placed): Row => {
    const managerEmail = emailById.get(managerId ?? '');
    const manager = managerId !== undefined && {
      managerId,
      manager: nameById.get(managerId) ?? '',
      ...(managerEmail !== undefined && { managerEmail }),
    };
    return { ...person, ...manager, depth, directReports: reports, below };
  };
  for await (const page of pages) {
    for (const row of page) {
      if ('isEnd' in row) yield* mapRows(splitIntoPages(orderByDepth(people, lines)), describe);
      else if ('line' in row) {
        lines.push(row.line);
        nameById.set(row.line.id, row.name);
      } else {
        people.push(row);
        emailById.set(row.id, row.email);
      }
    }
  }
}

/** Keeps the order of people of one depth. */
function orderByDepth(people: readonly Person[], lines: readonly ChartLine[]): Placed[] {
  const findPlace = createOrgChart(lines);
  const levels: Placed[][] = [];
  for (const person of people) {
    const place = findPlace(person.id);
    if (place) (levels[place.depth] ??= []).push({ person, place }); // others were created or deactivated while the list was read
  }
  return levels.flat();
}
type Placed = { person: Person; place: ChartPlace };

function describeCounts(direct: number, below: number): string {
  if (below === 0) return '';
  return below === direct ? `${direct} below` : `${direct} direct, ${below} below`;
}

function toBranch(row: Row): Branch {
  const direct = readNumber(row, 'directReports');
  const below = readNumber(row, 'below');
  return {
    name: String(row['name']),
    about: [row['jobTitle'], row['team']].filter(Boolean).join(', '),
    counts: describeCounts(direct, below),
    open: readNumber(row, 'depth') < openDepth,
    reports: [],
  };
}
