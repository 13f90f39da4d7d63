// How a person's three scores move from week to week.
import { around, between, createChance, type Chance } from './chance.ts';
import type { Company, PlantedShift } from './company.ts';
import type { Person } from './drawing.ts';

const dimensions = ['qualityOfWork', 'personalWellbeing', 'professionalWellbeing'] as const;
export type Dimension = (typeof dimensions)[number];
export type Scores = Record<Dimension, number>;

/**
 * A person's scores by week: around a level of their own, drifting slowly, with good and bad weeks and some noise.
 * Where a shift is planted, the level leaves room for it.
 *
 * @returns a function of how many weeks ago a week was, to be asked from the oldest to the newest
 */
export function createScores(company: Company, person: Person): (weeksAgo: number) => Scores {
  const chance = createChance(company.slug, person.email, 'scores');
  const level = between(chance, 3.2, 4.4);
  const courses = dimensions.map((dimension) => {
    const shift = company.shifts.find((one) => one.dimension === dimension && concerns(one, person));
    return createCourse(chance, level + around(chance, 0.25), shift);
  });
  return (weeksAgo) => {
    const mood = around(chance, 0.25);
    const [qualityOfWork = 3, personalWellbeing = 3, professionalWellbeing = 3] = courses.map((course) =>
      course(weeksAgo, mood),
    );
    return { qualityOfWork, personalWellbeing, professionalWellbeing };
  };
}

/** Whether a planted shift is this person's. */
export function concerns({ of }: PlantedShift, person: Person): boolean {
  return 'email' in of ? of.email === person.email : of.department === person.department;
}

function createCourse(chance: Chance, level: number, shift?: PlantedShift): (weeksAgo: number, mood: number) => number {
  const phase = between(chance, 0, 2 * Math.PI);
  const swing = shift ? 0 : between(chance, 0.05, 0.2);
  const alone = shift !== undefined && 'email' in shift.of;
  const start = alone ? 3.3 - shift.by * 0.5 : shift ? Math.max(level, 3.6) : level;
  return (weeksAgo, mood) => {
    const drift = swing * Math.sin(phase + weeksAgo / 3);
    const shifted = shift && weeksAgo <= shift.weeks ? shift.by : 0;
    const noise = around(chance, shift ? 0.25 : 0.35) + (alone ? 0 : mood);
    return Math.min(5, Math.max(1, Math.round(start + shifted + drift + noise)));
  };
}
