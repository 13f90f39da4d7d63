// Report: goals set and completed by week, of everyone and of departments.
import { readInSight, type PermittedList } from '../access/in-sight.ts';
import { settings } from '../settings/settings.ts';
import { departmentColumns } from './columns.ts';
import { defineReport, type ReportScope } from './definition.ts';
import { createRateLines, nameWithheld } from './figures.ts';
import { sayExcused } from './people.ts';
import { formatPercent, formatShare, readNumber, toPercent, type Row } from './rows.ts';

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
  read: readGoals,
  time: ({ week }) => week,
  toResponse: ({ week }) => ({ weekStart: week }),
  headline(rows) {
    const newest = rows.findLast(({ scope }) => scope === 'everyone');
    const read = (name: string): number => (newest ? readNumber(newest, name) : 0);
    const amount = toPercent(read('completed'), read('goals'));
    return {
      figure: formatPercent(amount),
      says:
        `${formatShare(read('completed'), read('goals'))} goals of the last of these weeks are completed; ` +
        `${formatShare(read('setters'), read('people'))} people had a goal.${sayExcused(read('excused'))}`,
      amount,
      unit: 'points',
    };
  },
  emptyMessage: 'Nobody was active in those weeks.',
  figures: (rows, minimumGroup) => [
    {
      title: 'Goals completed',
      about: `The share of the goals of a week that are completed, in per cent.${nameWithheld(rows, minimumGroup)}`,
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
    'group are withheld.',
});

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
function readGoals(scope: ReportScope): Promise<PermittedList<{ week: string }, Row>> {
  const params = { now: scope.now, weekStart: scope.week, weeks, minimumGroup: settings.minimumGroup.default };
  return readInSight(scope, 'non-setters:read', (sight) => ['reports/goals', { ...sight, ...params }]);
}
