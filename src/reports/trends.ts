// Report: the trend flags of a week.
import type { TopLevelSpec } from 'vega-lite';
import { pluralize } from '../lib/pluralize.ts';
import { readInSight } from '../access/in-sight.ts';
import type { Rows } from '../graph/client.ts';
import type { TrendFlag } from '../model/index.ts';
import { scoreTitles, type Dimension } from '../model/scores.ts';
import { formatWeek } from '../rules/format-dates.ts';
import { resolveSettings, type TenantSettings } from '../settings/settings.ts';
import { isDisclosureSafe } from '../trends/groups.ts';
import { mapRows, toScope, type ReportDefinition, type ReportScope, type Row } from './definition.ts';

/** Only so many flags have a diagram of their weeks. */
const shownSeries = 12;

export const trends: ReportDefinition = {
  name: 'trends',
  title: 'Trends',
  description: 'whose recent scores differ from the scores before by more than chance explains',
  timeParameter: 'week',
  columns: [
    { name: 'scope', title: 'Scope' },
    { name: 'subject', title: 'Who' },
    { name: 'department', title: 'Department' },
    { name: 'dimension', title: 'Score', words: scoreTitles },
    { name: 'direction', title: 'Direction' },
    { name: 'n', title: 'Scores', digits: 0 },
    { name: 'baselineMean', title: 'Before', digits: 2 },
    { name: 'recentMean', title: 'Recently', digits: 2 },
    { name: 'startWeek', title: 'Since' },
    { name: 'effectSize', title: 'Effect size', digits: 2 },
    { name: 'adjustedP', title: 'Adjusted p', digits: 4 },
  ],
  time: ({ lastWeek }) => `the ${formatWeek(lastWeek)}`,
  rows: async (request) => mapRows(await readTrends(toScope(request)), toRow),
  headline(rows) {
    const up = rows.filter(({ direction }) => direction === 'up').length;
    return {
      figure: rows.length.toLocaleString('en'),
      says: `${pluralize(rows.length, 'flag')}: ${rows.length - up} down, ${up} up.`,
    };
  },
  emptyMessage: 'No flags: there is no notable shift, or no detection has run for that week ("checkin trends run").',
  figures(rows) {
    const series = rows.filter((row) => readSeries(row).length > 0).slice(0, shownSeries);
    const values = rows.slice(0, 40).map(({ subject, dimension, direction, baselineMean, recentMean }) => ({
      label: formatLabel(subject, dimension),
      direction,
      baselineMean,
      recentMean,
    }));
    const y = { field: 'label', type: 'nominal', title: null, sort: null, axis: { labelLimit: 320 } } as const;
    const scale = { domain: [1, 5] };
    const color = {
      field: 'direction',
      type: 'nominal',
      title: null,
      scale: { domain: ['down', 'up'], range: ['var(--down)', 'var(--up)'] },
    } as const;
    return [
      {
        title: 'Before and recently',
        about: 'The mean scores before (hollow) and recently (filled) of each flag.',
        spec: {
          data: { values },
          width: 600,
          height: { step: 26 },
          layer: [
            {
              mark: { type: 'rule', strokeWidth: 3, opacity: 0.5 },
              encoding: {
                y,
                x: {
                  field: 'baselineMean',
                  type: 'quantitative',
                  title: 'Mean score',
                  scale,
                  axis: { values: [1, 2, 3, 4, 5] },
                },
                x2: { field: 'recentMean' },
                color,
              },
            },
            {
              mark: { type: 'point', filled: false, size: 70, strokeWidth: 2 },
              encoding: { y, x: { field: 'baselineMean', type: 'quantitative' }, color },
            },
            {
              mark: { type: 'point', filled: true, size: 110, opacity: 1 },
              encoding: { y, x: { field: 'recentMean', type: 'quantitative' }, color },
            },
          ],
        },
      },
      ...(series.length === 0
        ? []
        : [
            {
              title: 'Week by week',
              about:
                'Each week behind a flag, with the mean before, the mean since, and the week in which the shift most likely began.',
              spec: createSeriesChart(series),
            },
          ]),
    ];
  },
};

/** `department`: of the person, or that the flag is about. */
type FoundFlag = { flag: TrendFlag; department?: string; unreadable?: number[] };
type TrendsScope = Pick<ReportScope, 'graph' | 'asOperator' | 'week'>;

/**
 * Reads the flags of a week, without those from which the reader could infer the scores of people whose summaries they
 * may not read. Without `week` it is the newest week with a detection run, without `about` every scope.
 *
 * @throws {ApiError} FORBIDDEN if the caller may not read the report
 */
export async function readTrends(
  scope: TrendsScope,
  about: TrendFlag['scope'] | null = null,
): Promise<Rows<FoundFlag>> {
  const params = { weekStart: scope.week, scope: about };
  type Heading = { settings: TenantSettings };
  const { head, rows } = await readInSight<Heading, FoundFlag>(scope, 'trends:read', (sight) => [
    'summaries/trends',
    { ...sight, ...params },
  ]);
  return omitDisclosive(rows, head.settings);
}

async function* omitDisclosive(pages: Rows<FoundFlag>, tenant: TenantSettings): Rows<FoundFlag> {
  const settings = resolveSettings(tenant);
  for await (const page of pages) {
    yield page.filter(({ unreadable = [] }) => unreadable.every((people) => isDisclosureSafe(people, settings)));
  }
}

function toRow({ flag, department }: FoundFlag): Row {
  const { subject, start, series = [], weekStart: week, ...figures } = flag;
  return {
    ...{ week, subject: subject?.user?.name ?? department ?? 'Everyone', department: department ?? null, ...figures },
    startWeek: start?.week ?? null,
    series: series.map(({ weekStart, value }) => `${weekStart} ${value}`),
  };
}

function formatLabel(subject: unknown, dimension: unknown): string {
  return `${String(subject)}: ${(scoreTitles[dimension as Dimension] ?? String(dimension)).toLowerCase()}`;
}

/** The weeks of a flag, oldest first; none in a flag of an earlier release. */
function readSeries({ series, startWeek }: Row): { week: string; value: number }[] {
  if (!Array.isArray(series) || typeof startWeek !== 'string') return [];
  return series.map((point) => {
    const [week = '', value = ''] = point.split(' ');
    return { week, value: Number(value) };
  });
}

function createSeriesChart(rows: Row[]): TopLevelSpec {
  const values = rows.flatMap((row) =>
    readSeries(row).map(({ week, value }) => ({
      ...{ flag: formatLabel(row['subject'], row['dimension']), week, value },
      start: row['startWeek'],
      mean: week < String(row['startWeek']) ? row['baselineMean'] : row['recentMean'],
      part: week < String(row['startWeek']) ? 'before' : 'since',
    })),
  );
  const x = { field: 'week', type: 'temporal', title: null, axis: { format: '%-d %b', tickCount: 4 } } as const;
  const domain: number[] = [1, 5];
  const y = { field: 'value', type: 'quantitative' as const, title: null, scale: { domain } };
  return {
    data: { values },
    facet: { field: 'flag', type: 'nominal', title: null, sort: null },
    columns: 2,
    spec: {
      width: 270,
      height: 80,
      layer: [
        { mark: { type: 'point', filled: true, size: 16, opacity: 0.7 }, encoding: { x, y } },
        {
          mark: { type: 'line', strokeWidth: 2, interpolate: 'linear' },
          encoding: { x, y: { ...y, field: 'mean' }, detail: { field: 'part', type: 'nominal' } },
        },
        {
          mark: { type: 'rule', strokeDash: [3, 3] },
          encoding: { x: { ...x, field: 'start', aggregate: 'min' } },
        },
      ],
    },
  };
}
