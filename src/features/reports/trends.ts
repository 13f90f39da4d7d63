// Report: the trend flags of a week.
import { pluralize } from '../../platform/lib/pluralize.ts';
import { readInSight, type PermittedList } from '../../platform/access/in-sight.ts';
import type { Rows } from '../../platform/graph/client.ts';
import type { TrendFlag } from '../summaries/schema.ts';
import { scoreTitles, type Dimension } from '../../platform/schema/scores.ts';
import { formatDay } from '../../platform/time/weeks.ts';
import { resolveSettings, type TenantSettings } from '../../platform/settings/settings.ts';
import { judgeDisclosure } from '../trends/method/disclosure.ts';
import { defineReport, type WeekScope } from './definition.ts';
import type { Line } from './figures.ts';
import { readNumber, type Row } from './rows.ts';

const flagsShown = 40;

export const trends = defineReport({
  name: 'trends',
  title: 'Trends',
  description: 'whose recent scores differ from the scores before by more than chance explains',
  timeParameter: 'week',
  columns: [
    { name: 'scope', title: 'Scope' },
    { name: 'userId', title: 'User ID', fileOnly: true },
    { name: 'subject', title: 'Who' },
    { name: 'department', title: 'Department' },
    { name: 'dimension', title: 'Score', words: scoreTitles },
    { name: 'direction', title: 'Direction' },
    { name: 'n', title: 'Scores', digits: 0 },
    { name: 'baselineMean', title: 'Mean before', digits: 2 },
    { name: 'recentMean', title: 'Mean since', digits: 2 },
    { name: 'startWeek', title: 'Since' },
    { name: 'effectSize', title: 'Effect size', digits: 2, fileOnly: true },
    { name: 'adjustedP', title: 'Adjusted p', digits: 4, fileOnly: true },
  ],
  read: readTrends,
  time: ({ week }) => week,
  toItem: ({ flag }) => flag,
  toRow,
  headline(rows, { isDetected }) {
    if (!isDetected)
      return { figure: '–', says: 'No detection has run for that week.', amount: null, missing: 'no detection ran' };
    const up = rows.filter(({ direction }) => direction === 'up').length;
    return {
      figure: rows.length.toLocaleString('en'),
      says: `${rows.length === 1 ? 'notable shift' : 'notable shifts'}: ${rows.length - up} down, ${up} up.`,
      amount: rows.length,
    };
  },
  emptyMessage: 'No flags: there is no notable shift, or no detection has run for that week ("checkin trends run").',
  figures: (rows) => [
    {
      title: 'Whose scores have shifted',
      about:
        'The points are the scores of each week, the lines their means before and since; the dashed line is the week in ' +
        `which the shift most likely began.${rows.length > flagsShown ? ` ${flagsShown} of ${rows.length} are shown.` : ''}`,
      lines: rows.slice(0, flagsShown).map(toLine),
    },
  ],
  method:
    'A flag says that recent scores differ from the scores before by more than chance explains, given everything that was ' +
    'tested in that week: of a hundred flags, about five are due to chance. Only the scores count; no text is read. The ' +
    'effect size (Cliff’s delta) and the adjusted p-value (Benjamini–Hochberg) of each flag are in the CSV file.',
});

/** `department` is the department of the person, or the one that the flag is about. */
type FoundFlag = { flag: TrendFlag; department?: string; unreadable?: number[] };
type Heading = { week: string | null; settings: TenantSettings; isDetected: boolean };

/**
 * Reads the flags of a week, without what would tell of scores that the reader may not read. Without `week` it is the newest
 * week with a detection run, without `about` every scope.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report
 */
export async function readTrends(
  scope: WeekScope,
  about: TrendFlag['scope'] | null = null,
): Promise<PermittedList<Heading, FoundFlag>> {
  const params = { weekStart: scope.week, now: scope.now, scope: about };
  const { head, rows } = await readInSight<Heading, FoundFlag>(scope, 'trends:read', (sight) => [
    'summaries/trends',
    { ...sight, ...params },
  ]);
  return { head, rows: limitToReader(rows, head.settings) };
}

async function* limitToReader(pages: Rows<FoundFlag>, tenant: TenantSettings): Rows<FoundFlag> {
  const settings = resolveSettings(tenant);
  for await (const page of pages) {
    yield page.flatMap((found) => {
      const shown = judgeDisclosure(found.unreadable ?? [], settings);
      if (shown === 'numbers') return [found];
      return shown === 'direction' ? [{ ...found, flag: omitNumbers(found.flag) }] : [];
    });
  }
}

/** The start is left out too: with it, the direction would be an inequality over known weeks. */
function omitNumbers({ scope, dimension, direction, subject, weekStart }: TrendFlag): TrendFlag {
  return { scope, dimension, direction, weekStart, ...(subject && { subject }) };
}

/** The numbers of a flag whose reader is shown the direction only. */
const withheld = { n: null, recentMean: null, baselineMean: null, effectSize: null, p: null, adjustedP: null };

/** Beside the columns, `series` has the weeks of a flag, oldest first, each as "<Monday> <value>". */
function toRow({ flag, department }: FoundFlag): Row {
  const { subject, start, series = [], weekStart: _, ...figures } = flag;
  return {
    subject: subject?.user?.name ?? department ?? 'Everyone',
    userId: subject?.user?.id ?? null,
    department: department ?? null,
    ...withheld,
    ...figures,
    startWeek: start?.week ?? null,
    series: series.map(({ weekStart, value }) => `${weekStart} ${value}`),
  };
}

function toLine(row: Row): Line {
  const points = ((row['series'] ?? []) as string[]).map((point) => {
    const [at = '', value = ''] = point.split(' ');
    return { at, value: Number(value) };
  });
  const before = readNumber(row, 'baselineMean');
  const since = readNumber(row, 'recentMean');
  const first = points[0]?.at;
  const last = points.at(-1)?.at;
  const start = row['startWeek'] as string | null;
  const began = start === null ? '' : `, since about ${formatDay(start)}`;
  const scores = pluralize(readNumber(row, 'n'), 'score');
  const hasNumbers = typeof row['recentMean'] === 'number';
  const means = hasNumbers ? ` from ${before.toFixed(1)} to ${since.toFixed(1)}${began} (${scores})` : '';
  return {
    title: `${String(row['subject'])}: ${scoreTitles[row['dimension'] as Dimension].toLowerCase()}`,
    text: `${row['direction'] === 'up' ? 'Up' : 'Down'}${means}`,
    points,
    domain: [1, 5],
    ...(first !== undefined &&
      last !== undefined &&
      start !== null && {
        start,
        means: [
          { from: first, to: start, value: before },
          { from: start, to: last, value: since },
        ],
      }),
  };
}
