// Report: goals set and completed by week, of everyone and of departments.
import { agree } from '../../platform/lib/pluralize.ts';
import { readByDepartment, roundToTenth, type DepartmentWeek } from './by-department.ts';
import { createDepartmentColumns, createShareHeadline, defineReport, type WeekScope } from './definition.ts';
import { createRateLines, nameWithheld } from './figures.ts';
import { readNumber, toPercent, type Row } from './rows.ts';

const weeks = 12;

const en = {
  title: 'Goals',
  description: `how many people set goals, and how many goals were completed, by department over ${weeks} weeks`,
  setters: 'With a goal',
  goals: 'Goals',
  completed: 'Completed',
  /** `withGoal`: the share of people, as a text. */
  says: (goals: number, people: number, withGoal: string): string =>
    `${agree(goals, 'goal of the last of these weeks is', 'goals of the last of these weeks are')} completed; ` +
    `${withGoal} ${agree(people, 'person', 'people')} had a goal.`,
  emptyMessage: 'Nobody was active in those weeks.',
  completedGoals: 'Goals completed',
  aboutCompleted: 'The share of the goals of a week that are completed, in per cent.',
  peopleWithGoal: 'People with a goal',
  aboutPeople: 'The share of people who had a goal in the week, in per cent.',
  method:
    'A goal counts in the week it stands in, so a goal that was moved counts once, and as completed whenever that ' +
    'happened. People count as in “Check-ins by department”; figures of a department of fewer people than the minimum ' +
    'group are withheld, and with them those of the smallest others, until without any one of these the rest are as many ' +
    'together.',
};

const de: typeof en = {
  title: 'Ziele',
  description: `wie viele Personen Ziele haben und wie viele Ziele erledigt sind, nach Abteilung über ${weeks} Wochen`,
  setters: 'Mit Ziel',
  goals: 'Ziele',
  completed: 'Erledigt',
  says: (goals, people, withGoal) =>
    `${agree(goals, 'Ziel der letzten dieser Wochen ist', 'Zielen der letzten dieser Wochen sind')} erledigt; ` +
    `${withGoal} ${agree(people, 'Person hatte', 'Personen hatten')} ein Ziel.`,
  emptyMessage: 'In diesen Wochen war niemand aktiv.',
  completedGoals: 'Erledigte Ziele',
  aboutCompleted: 'Der Anteil der Ziele einer Woche, die erledigt sind, in Prozent.',
  peopleWithGoal: 'Personen mit Ziel',
  aboutPeople: 'Der Anteil der Personen, die in der Woche ein Ziel hatten, in Prozent.',
  method:
    'Ein Ziel zählt in der Woche, in der es steht: Ein verschobenes Ziel zählt einmal, und als erledigt, wann immer das geschah. Personen zählen ' +
    'wie in „Beteiligung nach Abteilung“. Zahlen einer Abteilung mit weniger Personen, als die kleinste Gruppe verlangt, werden nicht gezeigt, ' +
    'und mit ihnen nicht die der nächstkleineren Abteilungen, bis die übrigen auch ohne jede einzelne von ihnen zusammen so viele sind.',
};

export const goals = defineReport(
  { en, de },
  (scope) => readGoals(scope),
  (own, words) => ({
    name: 'goals',
    timeParameter: 'week',
    isSeries: true,
    columns: [
      ...createDepartmentColumns(words),
      { name: 'setters', title: own.setters, digits: 0 },
      { name: 'setterRate', title: own.setters, unit: '%', digits: 1 },
      { name: 'goals', title: own.goals, digits: 0 },
      { name: 'completed', title: own.completed, digits: 0 },
      { name: 'completionRate', title: own.completed, unit: '%', digits: 1 },
    ],
    time: ({ week }) => week,
    toResponse: ({ week }) => ({ weekStart: week }),
    headline(rows) {
      const newest = rows.findLast(({ scope }) => scope === 'everyone');
      const read = (name: string): number => (newest ? readNumber(newest, name) : 0);
      const withGoal = words.formatShare(read('setters'), read('people'));
      const says = own.says(read('goals'), read('people'), withGoal) + words.sayExcused(read('excused'));
      return createShareHeadline(words, read('completed'), read('goals'), says);
    },
    figures: (rows) => [
      {
        title: own.completedGoals,
        about: own.aboutCompleted + nameWithheld(words, rows, 'setters'),
        lines: createRateLines(words, rows, { rate: 'completionRate', part: 'completed', whole: 'goals' }),
      },
      {
        title: own.peopleWithGoal,
        about: own.aboutPeople,
        lines: createRateLines(words, rows, { rate: 'setterRate', part: 'setters', whole: 'people' }),
      },
    ],
  }),
);

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
