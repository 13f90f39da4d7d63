// Report: the trend flags of a week.
import { pluralize } from '../pluralize.ts';
import { scoreTitles, type Dimension } from '../model/scores.ts';
import { readInSight, formatWeek, toScope, type ReportDefinition } from './definition.ts';

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
    { name: 'effectSize', title: 'Effect size', digits: 2 },
    { name: 'adjustedP', title: 'Adjusted p', digits: 4 },
  ],
  time: ({ lastWeek }) => formatWeek(lastWeek),
  async rows(request) {
    const { rows } = await readInSight(toScope(request), 'reports/trends', 'trends:read', {
      weekStart: request.lastWeek,
    });
    return rows;
  },
  headline(rows) {
    const up = rows.filter(({ direction }) => direction === 'up').length;
    return {
      figure: rows.length.toLocaleString('en'),
      says: `${pluralize(rows.length, 'flag')}: ${rows.length - up} down, ${up} up.`,
    };
  },
  emptyMessage: 'No flags: there is no notable shift, or no detection has run for that week ("checkin trends run").',
  figures(rows) {
    const values = rows.slice(0, 40).map(({ subject, dimension, direction, baselineMean, recentMean }) => ({
      label: `${String(subject)}: ${(scoreTitles[dimension as Dimension] ?? String(dimension)).toLowerCase()}`,
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
    ];
  },
};
