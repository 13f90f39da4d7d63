// The weekly series of departments and the organisation. No number is about fewer people than the minimum.
import { isShowable, selectShown, type Group } from '../../../platform/lib/withholding.ts';
import { forEachScore, type History } from './history.ts';
import { createSeries, createTiming, type Series } from './series.ts';
import type { SharedWeeks } from './shared-weeks.ts';
import { thresholds } from './thresholds.ts';
import { bestScore, dimensions, worstScore } from '../../../platform/schema/scores.ts';
import type { Subject } from './types.ts';

const { weeks } = thresholds;

/** By week: people, and sums of scores and of deviations. */
type Cells = { people: Float64Array; scores: Float64Array; deviations: Float64Array };

/**
 * A series of a group, with the plain numbers behind each of its values. `hasNumbers`: they may be shown, because the report of the
 * check-ins shows the group in each of its weeks. Otherwise everyone's scores minus the groups that are shown would be those of few.
 */
export type GroupSeries = Series & { people: number[]; means: number[]; hasNumbers: boolean };

/**
 * Creates the series of a dimension of each department and the organisation. The deviations of people from their own means
 * are tested, so a group does not shift when people join, leave or pause. From a department, what the others have in common is
 * taken out: a shift of everyone is one of the organisation. Weeks with too few people are left out.
 *
 * @param shown by week: the groups whose scores are shown, as `selectShownGroups` returns them
 */
export function createGroupSeries(
  history: History,
  dimension: number,
  shared: SharedWeeks,
  shown: readonly ReadonlySet<string>[],
): GroupSeries[] {
  const { departments, minimumGroup } = history;
  const cells = sumByDepartment(history, dimension, shared);
  const everyone = Float64Array.from({ length: weeks }, (_, week) =>
    cells.reduce((sum, { people }) => sum + (people[week] as number), 0),
  );
  const create = (scope: Subject['scope'], subject: string, own: Cells, others: Float64Array): GroupSeries[] => {
    const { people, scores, deviations } = own;
    const written = [...people.keys()].filter((week) => (people[week] as number) >= minimumGroup);
    const timing = createTiming(written, weeks - 1, thresholds.windows);
    if (timing === null) return [];
    const divide = (sums: Float64Array, week: number): number => (sums[week] as number) / (people[week] as number);
    const plain = written.map((week) => divide(deviations, week));
    const values = written.map((week, at) => (plain[at] as number) - (others[week] as number));
    const of = { scope, subject, dimension: dimensions[dimension] as Subject['dimension'] };
    const isShown = (week: number): boolean =>
      (shown[week] as ReadonlySet<string>).has(subject) && (scope === 'department' || people[week] === everyone[week]);
    return [
      {
        ...createSeries(of, timing, values),
        plain,
        people: written.map((week) => people[week] as number),
        means: written.map((week) => divide(scores, week)),
        hasNumbers: written.every(isShown),
      },
    ];
  };
  return [
    ...departments.flatMap((name, number) =>
      number === 0
        ? []
        : create(
            'department',
            name,
            cells[number] as Cells,
            shared.others.subarray(number * weeks, (number + 1) * weeks),
          ),
    ),
    ...create('organisation', organisation, mergeOrganisation(cells, minimumGroup), new Float64Array(weeks)),
  ];
}

const organisation = '';
/** What the report of the check-ins calls it: of groups of one size, the first by name is withheld. */
const noDepartment = 'No department';

/**
 * Selects the groups whose scores the report of the check-ins shows, by week: departments by name, and the organisation by the empty
 * name. The scores of all dimensions are shown or withheld together.
 */
export function selectShownGroups(history: History): Set<string>[] {
  const { departments, minimumGroup } = history;
  const size = departments.length * weeks;
  const people = new Float64Array(size);
  const counted = dimensions.map(() => ({ notWorst: new Float64Array(size), notBest: new Float64Array(size) }));
  for (const [dimension, { notWorst, notBest }] of counted.entries())
    forEachScore(history, dimension, (department, week, score) => {
      const at = department * weeks + week;
      if (dimension === 0) people[at]! += 1;
      if (score > worstScore) notWorst[at]! += 1;
      if (score < bestScore) notBest[at]! += 1;
    });
  return Array.from({ length: weeks }, (_, week) => {
    const groups = departments.map((name, number): Required<Group> => {
      const at = number * weeks + week;
      const distances = counted.flatMap(({ notWorst, notBest }) => [notWorst[at] as number, notBest[at] as number]);
      return { name: name || noDepartment, size: people[at] as number, distances };
    });
    const everyone = groups.reduce((all, { size, distances }) => ({
      name: organisation,
      size: all.size + size,
      distances: all.distances.map((distance, at) => distance + (distances[at] as number)),
    }));
    const shown = selectShown(groups, minimumGroup);
    if (isShowable(everyone, minimumGroup)) shown.add(organisation);
    return shown;
  });
}

function sumByDepartment(history: History, dimension: number, { personMeans }: SharedWeeks): Cells[] {
  const cells = history.departments.map(createCells);
  forEachScore(history, dimension, (department, week, score, place) => {
    const cell = cells[department] as Cells;
    cell.people[week]! += 1;
    cell.scores[week]! += score;
    cell.deviations[week]! += score - (personMeans[place] as number);
  });
  return cells;
}

/**
 * Merges departments into the weeks of the organisation. A week includes each department that reaches the minimum, and
 * all others together if they reach it together. So subtracting the numbers of departments from the numbers of the organisation
 * always leaves at least the minimum number of people.
 */
function mergeOrganisation(cells: readonly Cells[], minimumGroup: number): Cells {
  const all = createCells();
  for (let week = 0; week < weeks; week += 1) {
    const isLarge = ({ people }: Cells, number: number): boolean =>
      number > 0 && (people[week] as number) >= minimumGroup;
    const rest = cells.filter((cell, number) => !isLarge(cell, number));
    const isRestLarge = rest.reduce((sum, { people }) => sum + (people[week] as number), 0) >= minimumGroup;
    for (const { people, scores, deviations } of [...cells.filter(isLarge), ...(isRestLarge ? rest : [])]) {
      all.people[week]! += people[week] as number;
      all.scores[week]! += scores[week] as number;
      all.deviations[week]! += deviations[week] as number;
    }
  }
  return all;
}

const createCells = (): Cells => ({
  people: new Float64Array(weeks),
  scores: new Float64Array(weeks),
  deviations: new Float64Array(weeks),
});
