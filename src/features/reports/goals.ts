// Report: goals set and completed by week, of everyone and of departments.
import { agree } from '../../platform/lib/pluralize.ts';
import { readByDepartment, roundToTenth, type DepartmentWeek } from './by-department.ts';
import { createShareHeadline, defineReport, departmentColumns, type WeekScope } from './definition.ts';
import { createRateLines, nameWithheld, sayExcused } from './figures.ts';
import { formatShare, readNumber, toPercent, type Row } from './rows.ts';

const weeks = 12;

export const goals = defineReport({
  name: 'goals',
  title: 'Goals',
  description: `how many people set goals, and how many goals were completed, by department over ${weeks} weeks`,
  timeParameter: 'week',
  isSeries: true,
  columns: [
    ...departmentColumns,
    { name: 'setters', title: 'With a goal', digits: 0 },
    { name: 'setterRate', title: 'With a goal', unit: '%', digits: 1 },
    { name: 'goals', title: 'Goals', digits: 0 },
    { name: 'completed', title: 'Completed', digits: 0 },
    { name: 'completionRate', title: 'Completed', unit: '%', digits: 1 },
  ],
  read: (scope) => readGoals(scope),
  time: ({ week }) => week,
  toResponse: ({ week }) => ({ weekStart: week }),
  headline(rows) {
    const newest = rows.findLast(({ scope }) => scope === 'everyone');
    const read = (name: string): number => (newest ? readNumber(newest, name) : 0);
    const says =
      `${agree(read('goals'), 'goal of the last of these weeks is', 'goals of the last of these weeks are')} completed; ` +
      `${formatShare(read('setters'), read('people'))} ${agree(read('people'), 'person', 'people')} had a goal.${sayExcused(read('excused'))}`;
    return createShareHeadline(read('completed'), read('goals'), says);
  },
  emptyMessage: 'Nobody was active in those weeks.',
  figures: (rows) => [
    {
      title: 'Goals completed',
      about: `The share of the goals of a week that are completed, in per cent.${nameWithheld(rows, 'setters')}`,
      lines: createRateLines(rows, { rate: 'completionRate', part: 'completed', whole: 'goals' }),
    },
    {
      title: 'People with a goal',
      about: 'The share of people who had a goal in the week, in per cent.',
      lines: createRateLines(rows, { rate: 'setterRate', part: 'setters', whole: 'people' }),
    },
  ],
  method:
    'A goal counts in the week it stands in, so a goal that was moved counts once, and as completed whenever that ' +
    'happened. People count as in “Check-ins by department”; figures of a department of fewer people than the minimum ' +
    'group are withheld, and with them those of the smallest others, until without any one of these the rest are as many ' +
    'together.',
});

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
const readGoals = (scope: WeekScope) =>
  readByDepartment(scope, {
    permission: 'non-setters:read',
    weeks,
    figures: goalFigures,
    toCall: (params) => ['reports/goals', params],
  });

/** The figures of a department, or of everyone, in a week. */
export function goalFigures(sums: DepartmentWeek): Row {
  const setters = Number(sums['setters']);
  const goals = Number(sums['goals']);
  const completed = Number(sums['completed']);
  const percent = (part: number, whole: number): number | null => {
    const share = toPercent(part, whole);
    return share === null ? null : roundToTenth(share);
  };
  return {
    setters,
    setterRate: percent(setters, sums.people),
    goals,
    completed,
    completionRate: percent(completed, goals),
  };
}
