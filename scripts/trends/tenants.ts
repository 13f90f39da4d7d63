// Tenants made up for judging the trend flags: what is normal in them, and which shifts are planted.
import { dimensions, type CheckIn, type Dimension } from '../../src/trends/terms.ts';
import { around, between, createChance, type Chance } from '../demo/chance.ts';

/** How scores move in a tenant without any shift. */
export type NoiseModel = {
  name: string;
  /** How much of a good or bad week stays for the next one (lag-1 correlation before rounding), from lowest to highest. */
  persistence: [number, number];
  /** Points by which everybody's level swings slowly, each at their own time, over half a year to a year. */
  swing: number;
  /** Points (standard deviation) by which a week is good or bad for the whole tenant. */
  sharedWeeks: number;
};

/** A shift of so many points, from one week on until the end, of some people or of one department. */
export type Planting = { points: number; people: number } | { points: number; department: string };

export type GeneratedPerson = {
  id: string;
  department: string;
  checkIns: (CheckIn & { week: number })[];
  shifted?: Dimension;
};

export const weeks = 52;
/** The first week with a planted shift, counted from 0. */
export const onset = 40;
/** Ten departments of each size, a hundred people in six departments; `people` of them in all. */
const departmentSizes = [4, 6, 10, 15, 25, 40];
export const departmentOfFifteen = 'department 3';

/** A tenant of so many people; the same seed gives the same tenant. */
export function createTenant(seed: number, people: number, noise: NoiseModel, planting?: Planting): GeneratedPerson[] {
  const shared = createChance('shared weeks', noise.name, String(seed));
  const mood = Array.from({ length: weeks }, () => dimensions.map(() => around(shared, noise.sharedWeeks)));
  const names = departmentSizes.flatMap((size, i) => Array.from({ length: size }, () => i));
  return Array.from({ length: people }, (_, i) => {
    const place = Math.floor(i / 100) * departmentSizes.length + (names[i % 100] ?? 0);
    const department = `department ${place}`;
    const shifts =
      planting && ('people' in planting ? isChosen(i, people, planting.people) : planting.department === department);
    const chance = createChance('person', noise.name, String(seed), String(i));
    const shifted = dimensions[(i + seed) % dimensions.length];
    const dimension = planting && 'department' in planting ? dimensions[seed % dimensions.length] : shifted;
    const scores = createScores(
      chance,
      noise,
      mood,
      shifts && dimension ? { dimension, points: planting.points } : null,
    );
    const checkIns = scores.flatMap((one, week) => (one ? [{ week, weeksAgo: -week, department, scores: one }] : []));
    return { id: `person ${i}`, department, checkIns, ...(shifts && dimension && { shifted: dimension }) };
  });
}

/** Every so many people, one, so that they are spread over departments of all sizes. */
function isChosen(i: number, people: number, chosen: number): boolean {
  const every = Math.floor(people / chosen);
  return i % every === every >> 1 && Math.floor(i / every) < chosen;
}

/**
 * A person's scores: around a level of their own (3.8 on average), with a spread of their own (0.4 to 0.8 points), rounded
 * into 1 to 5, with 5 to 20 % of the weeks missing. A planted shift goes to where the scale has room.
 */
function createScores(
  chance: Chance,
  { persistence, swing }: NoiseModel,
  mood: readonly number[][],
  shift: { dimension: Dimension; points: number } | null,
): (Record<Dimension, number> | null)[] {
  const level = 3.8 + around(chance, 0.4);
  const missing = between(chance, 0.05, 0.2);
  const courses = dimensions.map((dimension) => {
    const own = level + around(chance, 0.25);
    const points = shift?.dimension === dimension ? (own > 3 ? -shift.points : shift.points) : 0;
    return {
      own,
      points,
      spread: between(chance, 0.4, 0.8),
      stays: between(chance, ...persistence),
      phase: between(chance, 0, 2 * Math.PI),
      period: between(chance, 26, 52),
      state: around(chance, 1),
    };
  });
  return mood.map((shared, week) => {
    const [qualityOfWork = 0, personalWellbeing = 0, professionalWellbeing = 0] = courses.map((course, i) => {
      course.state = course.stays * course.state + Math.sqrt(1 - course.stays ** 2) * around(chance, 1);
      const slow = swing * Math.sin(course.phase + (2 * Math.PI * week) / course.period);
      const value =
        course.own + slow + (shared[i] ?? 0) + course.spread * course.state + (week >= onset ? course.points : 0);
      return Math.min(5, Math.max(1, Math.round(value)));
    });
    return chance() < missing ? null : { qualityOfWork, personalWellbeing, professionalWellbeing };
  });
}

/** Looks at the tenant from the end of a week: later weeks have not happened yet, which the rules pass over. */
export function setReferenceWeek(tenant: readonly GeneratedPerson[], week: number): void {
  for (const { checkIns } of tenant) for (const checkIn of checkIns) checkIn.weeksAgo = week - checkIn.week;
}
