// Report: how quickly managers respond to summaries.
import { readInSight, type PermittedList } from '../access/in-sight.ts';
import { median } from 'simple-statistics';
import { pluralize } from '../lib/pluralize.ts';
import { formatWeek } from '../rules/format-dates.ts';
import { readNumber, formatPercent, sumColumn, toScope } from './definition.ts';
import type { ReportDefinition, ReportScope, Row } from './definition.ts';

const weeks = 12;
const managersShown = 30;

export const responseTimes: ReportDefinition = {
  name: 'response-times',
  title: 'Response times',
  description: `how quickly managers respond to summaries, over ${weeks} weeks: median and 90th percentile in hours`,
  timeParameter: 'week',
  columns: [
    { name: 'manager', title: 'Manager' },
    { name: 'team', title: 'Team' },
    { name: 'department', title: 'Department' },
    { name: 'summaries', title: 'Summaries', digits: 0 },
    { name: 'answered', title: 'Answered', digits: 0 },
    { name: 'share', title: 'Share', unit: '%', digits: 1 },
    { name: 'medianHours', title: 'Median', unit: 'h', digits: 1 },
    { name: 'p90Hours', title: '90th percentile', unit: 'h', digits: 1 },
  ],
  time: ({ lastWeek }) => `up to the ${formatWeek(lastWeek)}`,
  rows: async (request) => (await readResponseTimes(toScope(request))).rows,
  headline(rows) {
    const [answered, summaries] = [sumColumn(rows, 'answered'), sumColumn(rows, 'summaries')];
    const medians = rows.flatMap(({ medianHours }) => (medianHours === null ? [] : [Number(medianHours)]));
    const share = `${answered.toLocaleString('en')} of ${summaries.toLocaleString('en')} summaries have a response`;
    if (medians.length === 0) return { figure: formatPercent(answered, summaries), says: `${share}.` };
    return {
      figure: `${Math.round(median(medians))} h`,
      says: `The median of the medians of ${pluralize(medians.length, 'manager')}; ${share}.`,
    };
  },
  emptyMessage: 'No summary of those weeks has a manager who can respond.',
  figures(rows) {
    const responsive = rows.filter(({ medianHours }) => medianHours !== null);
    if (responsive.length === 0) return [];
    const values = responsive.slice(-managersShown).toReversed();
    const y = { field: 'manager', type: 'nominal', title: null, sort: null } as const;
    const x = { type: 'quantitative', title: 'Hours from summary to response', axis: { tickCount: 8 } } as const;
    const scale = { domain: [0, Math.max(24, ...values.map((row) => readNumber(row, 'p90Hours')))], nice: true };
    return [
      {
        title: 'From summary to response',
        about:
          'Hours from summary to response by manager, slowest first. The dot is the median, the line ends at the 90th percentile.',
        spec: {
          data: { values: [...values] },
          width: 700,
          height: { step: 24 },
          layer: [
            {
              mark: { type: 'rule', strokeWidth: 4, opacity: 0.3, strokeCap: 'round' },
              encoding: { y, x: { ...x, field: 'medianHours', scale }, x2: { field: 'p90Hours' } },
            },
            {
              mark: { type: 'point', filled: true, size: 90, opacity: 1 },
              encoding: { y, x: { ...x, field: 'medianHours' } },
            },
          ],
        },
      },
    ];
  },
};

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export function readResponseTimes(scope: ReportScope): Promise<PermittedList<{ weekStart: string }, Row>> {
  const params = { now: scope.now, weekStart: scope.week, weeks };
  return readInSight(scope, 'response-times:read', (sight) => ['reports/response_times', { ...sight, ...params }]);
}
