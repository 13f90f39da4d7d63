// Report: check-in rate and mean scores by week, of everyone and of departments.
import { dimensions, mapDimensions, scoreTitles } from '../../platform/schema/scores.ts';
import { readByDepartment, roundToTenth, type DepartmentWeek } from './by-department.ts';
import {
  createScoreColumns,
  createShareHeadline,
  defineReport,
  departmentColumns,
  type WeekScope,
} from './definition.ts';
import {
  createRateLines,
  groupByDepartment,
  listWeeks,
  nameWithheld,
  sayExcused,
  toTone,
  type Figure,
} from './figures.ts';
import { readNumber, toPercent, type Row } from './rows.ts';

const weeks = 26;
const weeksInGrid = 12;

export const checkIns = defineReport({
  name: 'check-ins',
  title: 'Check-ins by department',
  description: `the check-in rate and mean scores of everyone and of each department over ${weeks} weeks`,
  timeParameter: 'week',
  isSeries: true,
  columns: [
    ...departmentColumns,
    { name: 'submitted', title: 'Checked in', digits: 0 },
    { name: 'rate', title: 'Rate', unit: '%', digits: 1 },
    { name: 'written', title: 'Scores', digits: 0 },
    ...createScoreColumns(1),
  ],
  read: (scope) => readCheckIns(scope),
  time: ({ week }) => week,
  toResponse: ({ week }) => ({ weekStart: week }),
  headline(rows) {
    const newest = rows.findLast(({ scope }) => scope === 'everyone');
    const read = (name: string): number => (newest ? readNumber(newest, name) : 0);
    const says = `checked in during the last of these weeks.${sayExcused(read('excused'))}`;
    return createShareHeadline(read('submitted'), read('people'), says);
  },
  emptyMessage: 'Nobody was active in those weeks.',
  figures: (rows, minimumGroup) => [
    {
      title: 'Check-in rate',
      about: `The share of people who checked in, by week, in per cent.${nameWithheld(rows, 'submitted')}`,
      lines: createRateLines(rows, { rate: 'rate', part: 'submitted', whole: 'people' }),
    },
    ...Object.entries(scoreTitles).flatMap(([name, title]) => createHeatMap(rows, name, title, minimumGroup)),
  ],
  method:
    'The weeks begin with the one in which the company was entered here or, if that is earlier, with the one of its first check-in. In the rate, people count in their current department, from the week in which they start, and as long as they are active ' +
    'today, but for the weeks in which they had no working day, or need not check in, and did not. Scores count in the department in which they ' +
    'were written, also those of people who have moved or left since. ' +
    'The rate of a department of fewer people than the minimum group is withheld, and the mean scores of a week in which ' +
    'fewer have checked in, or all or all but one have given the worst score, or the best: everybody would know theirs. With them the smallest others are ' +
    'withheld, until without any one of these the rest are as many together, and have not all given such a score. The mean scores of ' +
    'everyone are withheld likewise.',
});

/** @throws {ApiError} FORBIDDEN if the caller may not read the report */
const readCheckIns = (scope: WeekScope) =>
  readByDepartment(scope, {
    permission: 'check-ins:read',
    weeks,
    figures: checkInFigures,
    written: { by: 'written', distances: scoreDistances, figures: scoreFigures },
    toCall: (params) => ['reports/check_ins', params],
  });

/** The rate of a department, or of everyone, in a week. */
export function checkInFigures(sums: DepartmentWeek): Row {
  const submitted = Number(sums['submitted']);
  const rate = toPercent(submitted, sums.people);
  return { submitted, rate: rate === null ? null : roundToTenth(rate) };
}

/** How many have not given the worst score, and how many not the best one, in each dimension: a mean could say that all have. */
export const scoreDistances = (sums: DepartmentWeek): number[] =>
  dimensions.flatMap((name) => [Number(sums[`${name}NotWorst`]), Number(sums[`${name}NotBest`])]);

/** The mean scores of what was written in a department, or by everyone, in a week, to a tenth, as in trend flags. */
export function scoreFigures(sums: DepartmentWeek): Row {
  const written = Number(sums['written']);
  return { written, ...mapDimensions((name) => roundToTenth(Number(sums[name]) / written)) };
}

/** Creates the heat map of one score; none if all cells are withheld. */
function createHeatMap(rows: Row[], name: string, title: string, minimum: number): Figure[] {
  const columns = listWeeks(rows).slice(-weeksInGrid);
  const lines = groupByDepartment(rows).flatMap(([label, of]) => {
    const cells = columns.map((week) => {
      const mean = of.find((row) => row['week'] === week)?.[name] ?? null;
      return mean === null ? null : { text: Number(mean).toFixed(1), tone: toTone(Number(mean)) };
    });
    return cells.some(Boolean) ? [{ label, cells }] : [];
  });
  if (lines.length === 0) return [];
  const about = `Mean score by week, from 1 (poor) to 5 (great). Weeks with fewer than ${minimum} check-ins are blank, and others from which these could be computed.`;
  return [{ title, about, grid: { columns, rows: lines } }];
}
