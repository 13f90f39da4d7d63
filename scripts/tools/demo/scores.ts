// Generates a person's three scores, week by week.
import { dimensions, type Dimension } from '../../../src/platform/schema/scores.ts';
import { createRandom, randomBetween, randomNormal, type Random } from '../random.ts';
import type { Company, InjectedShift } from './companies.ts';
import type { Person } from './org-chart.ts';

export type Scores = Record<Dimension, number>;

/**
 * Creates the scores of a person: a personal level with slow drift, good and bad weeks, and noise. Where a shift is
 * injected, the level leaves room for it.
 *
 * @returns a function of how many weeks ago a week was; call it from the oldest week to the newest
 */
export function createScoreSource(company: Company, person: Person): (weeksAgo: number) => Scores {
  const random = createRandom(company.slug, person.email, 'three scores');
  const level = randomBetween(random, 3.2, 4.4);
  const courses = dimensions.map((dimension) => {
    const shift = company.shifts.find((one) => one.dimension === dimension && appliesTo(one, person));
    return createCourse(random, level + randomNormal(random, 0.25), shift);
  });
  return (weeksAgo) => {
    const sharedDeviation = randomNormal(random, 0.25);
    const [qualityOfWork = 3, personalWellbeing = 3, professionalWellbeing = 3] = courses.map((course) =>
      course(weeksAgo, sharedDeviation),
    );
    return { qualityOfWork, personalWellbeing, professionalWellbeing };
  };
}

/** True when an injected shift changes the scores of this person. */
export function appliesTo({ target }: InjectedShift, person: Person): boolean {
  return 'email' in target ? target.email === person.email : target.department === person.department;
}

function createCourse(
  random: Random,
  level: number,
  shift?: InjectedShift,
): (weeksAgo: number, sharedDeviation: number) => number {
  const phase = randomBetween(random, 0, 2 * Math.PI);
  const amplitude = shift ? 0 : randomBetween(random, 0.05, 0.2);
  const isIndividual = shift !== undefined && 'email' in shift.target;
  const start = isIndividual ? 3.3 - shift.by * 0.5 : shift ? Math.max(level, 3.6) : level;
  return (weeksAgo, sharedDeviation) => {
    const drift = amplitude * Math.sin(phase + weeksAgo / 3);
    const shifted = shift && weeksAgo <= shift.weeks ? shift.by : 0;
    const noise = randomNormal(random, shift ? 0.25 : 0.35) + (isIndividual ? 0 : sharedDeviation);
    return Math.min(5, Math.max(1, Math.round(start + shifted + drift + noise)));
  };
}
