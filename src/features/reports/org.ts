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
import { readNumber, type Row } from './rows.ts';
import type { Words } from './words.ts';

const openDepth = 1;
const barsShown = 20;

const en = {
  title: 'Organisation',
  description: 'span and depth of the org chart: who reports to whom, and how many',
  columns: {
    jobTitle: 'Job title',
    managerId: 'Manager ID',
    manager: 'Manager',
    managerEmail: 'Manager email',
    depth: 'Depth',
    directReports: 'Direct reports',
    below: 'Everyone below',
  },
  nobodyReports: 'nobody has direct reports',
  oneManager: (reports: number): string => `1 manager with ${pluralize(reports, 'direct report')}`,
  /** `median` and `most` are numbers of direct reports. */
  sayManagers: (managers: number, median: number, most: number, withOneReport: number): string =>
    `${pluralize(managers, 'manager')} with ${pluralize(median, 'direct report')} (half have more, half fewer), at most ${most}` +
    (withOneReport > 0 ? `; ${withOneReport} of the managers ${agree(withOneReport, 'has', 'have')} only one` : ''),
  says: (layers: number, width: string, tops: number): string =>
    `on ${pluralize(layers, 'level')}; ${width}; ${pluralize(tops, 'person', 'people')} without a manager.`,
  emptyMessage: 'The organisation has no active people.',
  spans: 'Direct reports of a manager',
  aboutSpans: 'How many managers have so many direct reports.',
  span: (reports: string): string => (reports === '1' ? '1 report' : `${reports} reports`),
  levels: 'Levels',
  aboutLevels: 'How many people are so many levels below the top.',
  level: (level: string): string => (level === '0' ? 'The top' : `Level ${level}`),
  allBelow: (below: string): string => `${below} below`,
  directAndBelow: (direct: string, below: string): string => `${direct} direct, ${below} below`,
  method:
    'The people below somebody who has left count for the next active manager above. The number of levels is from the ' +
    'highest to the lowest person in sight.',
};

const de: typeof en = {
  title: 'Organisation',
  description: 'wie breit und tief das Organigramm ist: wer an wen berichtet, und wie viele',
  columns: {
    jobTitle: 'Stelle',
    managerId: 'ID der Führungskraft',
    manager: 'Führungskraft',
    managerEmail: 'E-Mail der Führungskraft',
    depth: 'Ebene',
    directReports: 'Direkt Unterstellte',
    below: 'Alle darunter',
  },
  nobodyReports: 'an niemanden wird berichtet',
  oneManager: (reports) =>
    `1 Führungskraft mit ${pluralize(reports, 'direkt unterstellten Person', 'direkt Unterstellten', 'de')}`,
  sayManagers: (managers, median, most, withOneReport) =>
    `${pluralize(managers, 'Führungskraft', 'Führungskräfte', 'de')} mit ${pluralize(median, 'direkt unterstellten Person', 'direkt Unterstellten', 'de')} ` +
    `(die Hälfte hat mehr, die Hälfte weniger), höchstens ${most}` +
    (withOneReport > 0 ? `; Führungskräfte einer einzigen Person: ${withOneReport}` : ''),
  says: (layers, width, tops) =>
    `auf ${pluralize(layers, 'Ebene', 'Ebenen', 'de')}; ${width}; ${pluralize(tops, 'Person', 'Personen', 'de')} ohne Führungskraft.`,
  emptyMessage: 'In der Organisation ist niemand aktiv.',
  spans: 'Direkt Unterstellte einer Führungskraft',
  aboutSpans: 'Wie viele Führungskräfte so viele direkt Unterstellte haben.',
  span: (reports) => `${reports} direkt`,
  levels: 'Ebenen',
  aboutLevels: 'Wie viele Personen so viele Ebenen unter der Spitze stehen.',
  level: (level) => (level === '0' ? 'Spitze' : `Ebene ${level}`),
  allBelow: (below) => `${below} darunter`,
  directAndBelow: (direct, below) => `${direct} direkt, ${below} insgesamt`,
  method:
    'Die Personen unter jemandem, der nicht mehr da ist, zählen für die nächste aktive Führungskraft darüber. Die Zahl der Ebenen reicht von der ' +
    'höchsten bis zur niedrigsten Person in Sicht.',
};

export const org = defineReport({ en, de }, readOrg, (own, words) => ({
  name: 'org',
  timeParameter: 'asOf',
  columns: [
    { name: 'id', title: words.columns.userId, fileOnly: true },
    { name: 'name', title: words.columns.name },
    { name: 'email', title: words.columns.email, fileOnly: true },
    { name: 'jobTitle', title: own.columns.jobTitle },
    { name: 'team', title: words.columns.team },
    { name: 'department', title: words.columns.department },
    { name: 'managerId', title: own.columns.managerId, fileOnly: true },
    { name: 'manager', title: own.columns.manager },
    { name: 'managerEmail', title: own.columns.managerEmail, fileOnly: true },
    { name: 'depth', title: own.columns.depth, digits: 0 },
    { name: 'directReports', title: own.columns.directReports, digits: 0 },
    { name: 'below', title: own.columns.below, digits: 0 },
  ],
  time: (_, { asOf }) => asOf,
  toResponse: () => ({}),
  headline(rows) {
    const { people, layers, withoutManager, managers, managersWithOneReport, span } = measureStructure(
      rows.map((row) => ({ depth: readNumber(row, 'depth'), reports: readNumber(row, 'directReports') })),
    );
    const width = !span
      ? own.nobodyReports
      : managers === 1
        ? own.oneManager(span.max)
        : own.sayManagers(managers, span.median, span.max, managersWithOneReport);
    return {
      figure: words.countPeople(people),
      says: own.says(layers, width, withoutManager),
      amount: people === 0 ? null : people,
      unit: 'people',
    };
  },
  figures(rows) {
    const spans = rows.map((row) => readNumber(row, 'directReports')).filter((reports) => reports > 0);
    const depths = rows.map((row) => readNumber(row, 'depth'));
    return [
      ...(spans.length === 0
        ? []
        : [{ title: own.spans, about: own.aboutSpans, bars: createHistogram(spans, own.span, words) }]),
      { title: own.levels, about: own.aboutLevels, bars: createHistogram(depths, own.level, words) },
    ];
  },
  tree: (rows) =>
    buildTree(
      rows.map((row) => [String(row['id']), row['managerId'] as string | undefined, toBranch(row, own, words)]),
    ),
}));

/** Counts how often each number occurs, from the lowest to the highest; wide ranges in steps. */
function createHistogram(numbers: number[], label: (text: string) => string, words: Words): Bar[] {
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
      text: words.formatShare(count, numbers.length),
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

function describeCounts(direct: number, below: number, own: typeof en, { formatNumber }: Words): string {
  if (below === 0) return '';
  const all = formatNumber(below);
  return below === direct ? own.allBelow(all) : own.directAndBelow(formatNumber(direct), all);
}

function toBranch(row: Row, own: typeof en, words: Words): Branch {
  return {
    name: String(row['name']),
    about: [row['jobTitle'], row['team']].filter(Boolean).join(', '),
    counts: describeCounts(readNumber(row, 'directReports'), readNumber(row, 'below'), own, words),
    open: readNumber(row, 'depth') < openDepth,
    reports: [],
  };
}
