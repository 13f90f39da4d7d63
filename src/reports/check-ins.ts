// Report: check-in rate and mean scores of departments by week.
import { readInSight, type PermittedList } from '../access/in-sight.ts';
import { scoreTitles } from '../model/scores.ts';
import { settings } from '../settings/settings.ts';
import { formatWeek } from '../rules/format-dates.ts';
import {
  formatPercent,
  sumColumn,
  type Figure,
  toScope,
  type ReportDefinition,
  type ReportScope,
  type Row,
} from './definition.ts';
import { createScoreColumns } from './scores.ts';

const weeks = 26;
const departmentsShown = 24;

export const checkIns: ReportDefinition = {
  name: 'check-ins',
  title: 'Check-ins by department',
  description: `the check-in rate and mean scores of each department over ${weeks} weeks`,
  timeParameter: 'week',
  columns: [
    { name: 'week', title: 'Week' },
    { name: 'department', title: 'Department' },
    { name: 'people', title: 'People', digits: 0 },
    { name: 'submitted', title: 'Checked in', digits: 0 },
    { name: 'rate', title: 'Rate', unit: '%', digits: 1 },
    ...createScoreColumns(2),
  ],
  time: ({ lastWeek }) => `up to the ${formatWeek(lastWeek)}`,
  rows: async (request) => (await readCheckIns(toScope(request))).rows,
  headline(rows) {
    const [submitted, people] = [sumColumn(rows, 'submitted'), sumColumn(rows, 'people')];
    return {
      figure: formatPercent(submitted, people),
      says: `${submitted.toLocaleString('en')} of ${people.toLocaleString('en')} check-ins were submitted.`,
    };
  },
  emptyMessage: 'Nobody was active in those weeks.',
  figures(rows, { tenant }) {
    const departments = findLargestDepartments(rows);
    const shown = rows.filter(({ department }) => departments.includes(String(department)));
    return [
      createRateFigure(shown),
      ...Object.entries(scoreTitles).flatMap(([name, title]) => createHeatMap(shown, name, title, tenant.minimumGroup)),
    ];
  },
};

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
export function readCheckIns(scope: ReportScope): Promise<PermittedList<{ week: string }, Row>> {
  const params = { now: scope.now, weekStart: scope.week, weeks, minimumGroup: settings.minimumGroup.default };
  return readInSight(scope, 'check-ins:read', (sight) => ['reports/check_ins', { ...sight, ...params }]);
}

function findLargestDepartments(rows: Row[]): string[] {
  const people = new Map<string, number>();
  for (const { department, people: count } of rows) {
    people.set(String(department), Math.max(people.get(String(department)) ?? 0, Number(count)));
  }
  const bySize = [...people].sort(([, a], [, b]) => b - a).slice(0, departmentsShown);
  return bySize.map(([department]) => department).sort();
}

function createRateFigure(rows: Row[]): Figure {
  const newest = rows.at(-1)?.['week'];
  const values = rows.map((row) => ({ ...row, at: Date.parse(String(row['week'])), last: row['week'] === newest }));
  return {
    title: 'Check-in rate',
    about: 'The check-in rate of each department by week, in per cent.',
    spec: {
      data: { values },
      columns: 3,
      resolve: { axis: { x: 'independent' } },
      facet: { field: 'department', type: 'nominal', title: null, header: { labelAnchor: 'start' } },
      spec: {
        width: 272,
        height: 84,
        encoding: {
          x: {
            field: 'at',
            type: 'temporal',
            scale: { type: 'utc' },
            title: null,
            axis: { format: '%b', tickCount: 6, grid: false },
          },
          y: {
            field: 'rate',
            type: 'quantitative',
            title: null,
            scale: { domain: [0, 100] },
            axis: { values: [0, 50, 100] },
          },
        },
        layer: [
          { mark: { type: 'area', opacity: 0.16 } },
          { mark: { type: 'line', strokeWidth: 2 } },
          {
            transform: [{ filter: 'datum.last' }],
            mark: { type: 'point', filled: true, size: 44, opacity: 1 },
          },
        ],
      },
    },
  };
}

/** Creates the heat map of one score; none if all cells are withheld. */
function createHeatMap(rows: Row[], name: string, title: string, minimum: number): Figure[] {
  const values = rows.flatMap(({ week, department, [name]: mean }) =>
    mean === null || mean === undefined ? [] : [{ week, department, mean }],
  );
  if (values.length === 0) return [];
  const shown = new Set(values.map(({ department }) => department));
  const withheld = [...new Set(rows.map(({ department }) => department))].filter((name) => !shown.has(name)).join(', ');
  const weeksShown = [...new Set(rows.map(({ week }) => String(week)))].sort();
  return [
    {
      title,
      about: `Mean score by department and week, from orange (low) to green (high). Cells with fewer than ${minimum} check-ins are blank.${withheld === '' ? '' : ` Departments without any other cell are left out: ${withheld}.`}`,
      spec: {
        data: { values },
        width: { step: 31 },
        height: { step: 26 },
        encoding: {
          x: {
            field: 'week',
            type: 'ordinal',
            title: null,
            scale: { domain: weeksShown, paddingInner: 0.06 },
            axis: {
              labelAngle: 0,
              labelExpr: "date(toDate(datum.value)) <= 7 ? utcFormat(toDate(datum.value), '%b') : ''",
              domain: false,
              labelPadding: 6,
            },
          },
          y: {
            field: 'department',
            type: 'nominal',
            title: null,
            scale: { paddingInner: 0.07 },
            axis: { domain: false },
          },
        },
        layer: [
          {
            mark: { type: 'rect', cornerRadius: 3 },
            encoding: {
              color: {
                field: 'mean',
                type: 'quantitative',
                title: null,
                legend: null,
                scale: {
                  type: 'threshold',
                  domain: [2.5, 3, 3.4, 3.7, 4, 4.4],
                  range: [1, 2, 3, 4, 5, 6, 7].map((step) => `var(--heat-${step})`),
                },
              },
            },
          },
          {
            mark: { type: 'text', fontSize: 10 },
            encoding: { text: { field: 'mean', type: 'quantitative', format: '.1f' } },
          },
        ],
      },
    },
  ];
}
