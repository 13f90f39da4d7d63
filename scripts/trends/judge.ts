// Evaluates a simulated tenant at the end of a week, by the trend flags and by a simple rule for comparison.
import { selectFlags, screenPerson, createScreening } from '../../src/trends/detect.ts';
import { dimensions, type Dimension } from '../../src/model/scores.ts';
import type { CheckIn, TrendSettings } from '../../src/trends/types.ts';
import type { SimulatedPerson } from './tenants.ts';

export type Family = 'people' | 'groups';
/** A difference of two means, or a flag, of a person or a group. */
export type Sign = { family: Family; subject: string; dimension: Dimension; points: number };

/** Returns the flags of the week, and the differences that the simple rule compares, for all people and groups. */
export function evaluateWeek(
  people: readonly SimulatedPerson[],
  settings: TrendSettings,
): { flags: Sign[]; apart: Sign[] } {
  const screening = createScreening(settings);
  const apart: Sign[] = [];
  for (const { id, checkIns } of people) {
    screenPerson(screening, id, checkIns);
    apart.push(...compareMeans({ family: 'people', subject: id }, checkIns, settings));
  }
  for (const [subject, cells] of screening.groupWeeks) {
    const weekMeans = [...cells.entries()].flatMap(([weeksAgo, cell]) => {
      if (!cell || cell.people < settings.minimumGroup) return [];
      const [qualityOfWork = 0, personalWellbeing = 0, professionalWellbeing = 0] = cell.scores.map(
        (sum) => sum / cell.people,
      );
      return [{ weeksAgo, scores: { qualityOfWork, personalWellbeing, professionalWellbeing } }];
    });
    apart.push(...compareMeans({ family: 'groups', subject }, weekMeans, settings));
  }
  const flags = selectFlags(screening).map(({ scope, subject, dimension, recentMean, baselineMean }): Sign => ({
    family: scope === 'individual' ? 'people' : 'groups',
    subject: subject || 'organisation',
    dimension,
    points: recentMean - baselineMean,
  }));
  return { flags, apart };
}

/** Compares the mean of the last three weeks with the mean before; needs two of the three weeks. */
function compareMeans(
  of: { family: Family; subject: string },
  checkIns: readonly CheckIn[],
  { minimumBaseline }: TrendSettings,
): Sign[] {
  const last = checkIns.filter(({ weeksAgo }) => weeksAgo >= 0 && weeksAgo < 3);
  const before = checkIns.filter(({ weeksAgo }) => weeksAgo >= 3);
  if (last.length < 2 || before.length < minimumBaseline) return [];
  return dimensions.map((dimension) => {
    const computeMean = (some: CheckIn[]): number =>
      some.reduce((sum, { scores }) => sum + scores[dimension], 0) / some.length;
    return { ...of, dimension, points: computeMean(last) - computeMean(before) };
  });
}
