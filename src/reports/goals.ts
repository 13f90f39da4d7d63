// Report: goals set and completed by week, of everyone and of departments.
import { readInSight } from '../access/in-sight.ts';
import { rolesThatReadAbsences } from '../access/permissions.ts';
import { settings } from '../settings/settings.ts';
import { createShareHeadline, defineReport, departmentColumns } from './definition.ts';
import { createRateLines, nameWithheld, sayExcused } from './figures.ts';
import { formatShare, readNumber, type Row } from './rows.ts';

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
  read: (scope) =>
    readInSight<{ week: string }, Row>(scope, 'non-setters:read', (sight) => [
      'reports/goals',
      {
        ...sight,
        now: scope.now,
        weekStart: scope.week,
        rolesThatReadAbsences,
        weeks,
        minimumGroup: settings.minimumGroup.default,
      },
    ]),
  time: ({ week }) => week,
  toResponse: ({ week }) => ({ weekStart: week }),
  headline(rows) {
    const newest = rows.findLast(({ scope }) => scope === 'everyone');
    const read = (name: string): number => (newest ? readNumber(newest, name) : 0);
    const says =
      `goals of the last of these weeks are completed; ${formatShare(read('setters'), read('people'))} people had ` +
      `a goal.${sayExcused(read('excused'))}`;
    return createShareHeadline(read('completed'), read('goals'), says);
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
