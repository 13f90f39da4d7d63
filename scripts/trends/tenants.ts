// Simulates tenants with normal noise and planted shifts, to evaluate trend flags.
import { dimensions, type Dimension } from '../../src/model/scores.ts';
import type { CheckIn } from '../../src/trends/types.ts';
import { createRandom, randomBetween, randomNormal, type Random } from '../random.ts';

/** The normal movement of scores in a tenant without a shift. */
export type NoiseModel = {
  name: string;
  /** The range of the lag-1 correlation between weeks, before rounding. */
  persistence: [number, number];
  /** The amplitude, in points, of slow changes of each person's level, over half a year to a year. */
  swing: number;
  /** The standard deviation, in points, of good and bad weeks of the whole tenant. */
  sharedWeeks: number;
};

/** A lasting shift by so many points, of some people or of one department. */
export type Planting = { points: number; people: number } | { points: number; department: string };

export type SimulatedPerson = {
  id: string;
  department: string;
  checkIns: (CheckIn & { week: number })[];
  shifted?: Dimension;
};

export const weeks = 52;
/** The first week with a planted shift, counted from 0. */
export const onset = 40;
/** The sizes of departments: each hundred people form six departments. */
const departmentSizes = [4, 6, 10, 15, 25, 40];
export const departmentOf15 = 'department 3';

/** Simulates a tenant. The same seed gives the same tenant. */
export function simulateTenant(
  seed: number,
  people: number,
  noise: NoiseModel,
  planting?: Planting,
): SimulatedPerson[] {
  const shared = createRandom('shared weeks', noise.name, String(seed));
  const mood = Array.from({ length: weeks }, () => dimensions.map(() => randomNormal(shared, noise.sharedWeeks)));
  const names = departmentSizes.flatMap((size, i) => Array.from({ length: size }, () => i));
  return Array.from({ length: people }, (_, i) => {
    const place = Math.floor(i / 100) * departmentSizes.length + (names[i % 100] ?? 0);
    const department = `department ${place}`;
    const shifts =
      planting && ('people' in planting ? isChosen(i, people, planting.people) : planting.department === department);
    const random = createRandom('person', noise.name, String(seed), String(i));
    const shifted = dimensions[(i + seed) % dimensions.length];
    const dimension = planting && 'department' in planting ? dimensions[seed % dimensions.length] : shifted;
    const scores = createScores(
      random,
      noise,
      mood,
      shifts && dimension ? { dimension, points: planting.points } : null,
    );
    const checkIns = scores.flatMap((one, week) => (one ? [{ week, weeksAgo: -week, department, scores: one }] : []));
    return { id: `person ${i}`, department, checkIns, ...(shifts && dimension && { shifted: dimension }) };
  });
}

/** Chooses people at equal distances, in departments of all sizes. */
function isChosen(i: number, people: number, chosen: number): boolean {
  const every = Math.floor(people / chosen);
  return i % every === every >> 1 && Math.floor(i / every) < chosen;
}

/**
 * Creates the scores of a person: a personal level (3.8 on average) and spread (0.4 to 0.8 points), rounded to 1 to 5, with
 * 5 to 20 % of the weeks missing. A planted shift moves towards the middle of the scale.
 */
function createScores(
  random: Random,
  { persistence, swing }: NoiseModel,
  mood: readonly number[][],
  shift: { dimension: Dimension; points: number } | null,
): (Record<Dimension, number> | null)[] {
  const level = 3.8 + randomNormal(random, 0.4);
  const missing = randomBetween(random, 0.05, 0.2);
  const courses = dimensions.map((dimension) => {
    const own = level + randomNormal(random, 0.25);
    const points = shift?.dimension === dimension ? (own > 3 ? -shift.points : shift.points) : 0;
    return {
      own,
      points,
      spread: randomBetween(random, 0.4, 0.8),
      stays: randomBetween(random, ...persistence),
      phase: randomBetween(random, 0, 2 * Math.PI),
      period: randomBetween(random, 26, 52),
      state: randomNormal(random, 1),
    };
  });
  return mood.map((shared, week) => {
    const [qualityOfWork = 0, personalWellbeing = 0, professionalWellbeing = 0] = courses.map((course, i) => {
      course.state = course.stays * course.state + Math.sqrt(1 - course.stays ** 2) * randomNormal(random, 1);
      const slow = swing * Math.sin(course.phase + (2 * Math.PI * week) / course.period);
      const value =
        course.own + slow + (shared[i] ?? 0) + course.spread * course.state + (week >= onset ? course.points : 0);
      return Math.min(5, Math.max(1, Math.round(value)));
    });
    return random() < missing ? null : { qualityOfWork, personalWellbeing, professionalWellbeing };
  });
}

/** Sets the age of all check-ins as seen from the end of a week. The rules ignore later weeks. */
export function setCurrentWeek(tenant: readonly SimulatedPerson[], week: number): void {
  for (const { checkIns } of tenant) for (const checkIn of checkIns) checkIn.weeksAgo = week - checkIn.week;
}
