// Report: check-in rate and mean scores by week, of everyone and of departments.
import { dimensions, mapDimensions, type Dimension } from '../../platform/schema/scores.ts';
import { readByDepartment, roundToTenth, type DepartmentWeek } from './by-department.ts';
import {
  createDepartmentColumns,
  createScoreColumns,
  createShareHeadline,
  defineReport,
  type WeekScope,
} from './definition.ts';
import { createRateLines, groupByDepartment, listWeeks, nameWithheld, toTone, type Figure } from './figures.ts';
import { readNumber, toPercent, type Row } from './rows.ts';
import type { Words } from './words.ts';

const weeks = 26;
const weeksInGrid = 12;

const en = {
  title: 'Check-ins by department',
  description: `the check-in rate and mean scores of everyone and of each department over ${weeks} weeks`,
  submitted: 'Checked in',
  rate: 'Rate',
  scores: 'Scores',
  says: 'checked in during the last of these weeks.',
  emptyMessage: 'Nobody was active in those weeks.',
  rates: 'Check-in rate',
  aboutRates: 'The share of people who checked in, by week, in per cent.',
  aboutScores: (minimum: string): string =>
    `Mean score by week, from 1 (poor) to 5 (great). Weeks with fewer than ${minimum} check-ins are blank, and others from which these could be computed.`,
  method:
    'The weeks begin with the one in which the company was entered here or, if that is earlier, with the one of its first check-in. In the rate, people count in their current department, from the week in which they start, and as long as they are active ' +
    'today, but for the weeks in which they had no working day, or need not check in, and did not. Scores count in the department in which they ' +
    'were written, also those of people who have moved or left since. ' +
    'The rate of a department of fewer people than the minimum group is withheld, and the mean scores of a week in which ' +
    'fewer have checked in, or all or all but one have given the worst score, or the best: everybody would know theirs. With them the smallest others are ' +
    'withheld, until without any one of these the rest are as many together, and have not all given such a score. The mean scores of ' +
    'everyone are withheld likewise.',
};

const de: typeof en = {
  title: 'Beteiligung nach Abteilung',
  description: `wie viele abgegeben haben und die mittleren Werte, von allen und von jeder Abteilung, über ${weeks} Wochen`,
  submitted: 'Abgegeben',
  rate: 'Anteil',
  scores: 'Werte',
  says: 'haben in der letzten dieser Wochen abgegeben.',
  emptyMessage: 'In diesen Wochen war niemand aktiv.',
  rates: 'Beteiligung',
  aboutRates: 'Der Anteil derer, die abgegeben haben, nach Woche, in Prozent.',
  aboutScores: (minimum) =>
    `Mittel nach Woche, von 1 (schlecht) bis 5 (sehr gut). Wochen mit weniger als ${minimum} Wochenberichten bleiben leer, ebenso andere, aus denen sich diese errechnen ließen.`,
  method:
    'Die Wochen beginnen mit der, in der das Unternehmen hier angelegt wurde, oder mit der des ersten Wochenberichts, wenn diese früher war. Im ' +
    'Anteil zählen Personen in ihrer heutigen Abteilung, ab der Woche, in der sie anfangen, und solange sie heute aktiv sind. Ausgenommen sind ' +
    'Wochen, in denen sie keinen Arbeitstag hatten oder nichts abgeben müssen, und auch nichts abgegeben haben. Werte zählen in der Abteilung, in ' +
    'der sie geschrieben wurden, auch die von Personen, die seither versetzt wurden oder nicht mehr da sind. Der Anteil einer Abteilung mit ' +
    'weniger Personen, als die kleinste Gruppe verlangt, wird nicht gezeigt. Ebenso wenig werden die mittleren Werte einer Woche gezeigt, in der ' +
    'weniger abgegeben haben oder in der alle oder alle bis auf eine Person den schlechtesten oder den besten Wert gegeben haben: Sonst wüssten ' +
    'alle, was wer gegeben hat. Mit ihnen werden die nächstkleineren Abteilungen nicht gezeigt, bis die übrigen auch ohne jede einzelne von ihnen ' +
    'zusammen so viele sind und nicht alle einen solchen Wert gegeben haben. Für die mittleren Werte von allen gilt dasselbe.',
};

export const checkIns = defineReport(
  { en, de },
  (scope) => readCheckIns(scope),
  (own, words) => ({
    name: 'check-ins',
    timeParameter: 'week',
    isSeries: true,
    columns: [
      ...createDepartmentColumns(words),
      { name: 'submitted', title: own.submitted, digits: 0 },
      { name: 'rate', title: own.rate, unit: '%', digits: 1 },
      { name: 'written', title: own.scores, digits: 0 },
      ...createScoreColumns(1, words),
    ],
    time: ({ week }) => week,
    toResponse: ({ week }) => ({ weekStart: week }),
    headline(rows) {
      const newest = rows.findLast(({ scope }) => scope === 'everyone');
      const read = (name: string): number => (newest ? readNumber(newest, name) : 0);
      const says = `${own.says}${words.sayExcused(read('excused'))}`;
      return createShareHeadline(words, read('submitted'), read('people'), says);
    },
    figures: (rows, minimumGroup) => [
      {
        title: own.rates,
        about: own.aboutRates + nameWithheld(words, rows, 'submitted'),
        lines: createRateLines(words, rows, { rate: 'rate', part: 'submitted', whole: 'people' }),
      },
      ...dimensions.flatMap((name) =>
        createHeatMap(words, rows, name, own.aboutScores(words.formatNumber(minimumGroup))),
      ),
    ],
  }),
);

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
function createHeatMap(words: Words, rows: Row[], name: Dimension, about: string): Figure[] {
  const columns = listWeeks(rows).slice(-weeksInGrid);
  const lines = groupByDepartment(words, rows).flatMap(([label, of]) => {
    const cells = columns.map((week) => {
      const mean = of.find((row) => row['week'] === week)?.[name] ?? null;
      return mean === null ? null : { text: words.formatMean(Number(mean)), tone: toTone(Number(mean)) };
    });
    return cells.some(Boolean) ? [{ label, cells }] : [];
  });
  return lines.length === 0 ? [] : [{ title: words.scoreTitles[name], about, grid: { columns, rows: lines } }];
}
