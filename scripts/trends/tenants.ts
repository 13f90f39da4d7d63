// Simulates tenants with the normal movement of scores and injected shifts, to evaluate trend flags.
import { dimensions } from '../../src/model/scores.ts';
import { createRandom, randomBetween, randomNormal } from '../random.ts';

/** How scores move without a shift. Without any field: independent weeks, each person with an own level and spread. */
export type Noise = {
  /** The lag-1 correlation between weeks, before rounding, of a share of people; drawn between two numbers. */
  autocorrelated?: { share: number; correlation: [number, number] };
  /** The share of people who always give 5. */
  ceiling?: number;
  alwaysFour?: true;
  /** A third joins, and a fifth leaves, at some time of the year. */
  turnover?: true;
  /** The correlation between the dimensions of a week. */
  betweenDimensions?: number;
  /** Student's t with three degrees of freedom. */
  heavyTails?: true;
  /** Stretches of two to six weeks in which scores hardly move or move much. */
  changingVariance?: true;
  /** Everybody is lower by so many points in these weeks. */
  dip?: { from: number; until: number; points: number };
  /** In points a week. */
  randomWalk?: number;
  /** The standard deviation, in points, of good and bad weeks of the whole tenant. */
  sharedWeeks?: number;
  /** The amplitude, in points, of slow changes of each person's level, over half a year to a year. */
  swing?: number;
};

/** A shift, from a week on, of some people in one dimension each, or of a department. It is towards the middle. */
export type Injection = { points: number; people?: number; department?: number; onset: number };

/** Scores by person, week and dimension; 0 is a missing summary. `shifted`: by person, the dimension or -1. */
export type SimulatedTenant = { people: number; departments: Uint16Array; scores: Uint8Array; shifted: Int8Array };

export const weeks = 52;
/** The sizes of departments: each hundred people form six departments. */
const departmentSizes = [4, 6, 10, 15, 25, 40];
export const departmentOf15 = 3;

/**
 * Simulates a tenant. The same seed gives the same tenant. Levels are 3.8 on average, spreads 0.4 to 0.8 points, and 5
 * to 20 % of weeks are missing.
 */
export function simulateTenant(
  name: string,
  seed: number,
  people: number,
  noise: Noise,
  injection?: Injection,
): SimulatedTenant {
  const places = departmentSizes.flatMap((size, i) => Array.from({ length: size }, () => i));
  const shared = createRandom('shared weeks', name, String(seed));
  const sharedDeviation = Float64Array.from({ length: weeks * dimensions.length }, () =>
    randomNormal(shared, noise.sharedWeeks ?? 0),
  );
  const tenant: SimulatedTenant = {
    people,
    departments: Uint16Array.from(
      { length: people },
      (_, i) => Math.floor(i / 100) * departmentSizes.length + (places[i % 100] as number),
    ),
    scores: new Uint8Array(people * weeks * dimensions.length),
    shifted: new Int8Array(people).fill(-1),
  };
  for (let i = 0; i < people; i += 1) {
    if (injection?.people && isChosen(i, people, injection.people)) tenant.shifted[i] = (i + seed) % dimensions.length;
    if (injection?.department === tenant.departments[i]) tenant.shifted[i] = seed % dimensions.length;
    simulatePerson(tenant, i, createRandom('person', name, String(seed), String(i)), sharedDeviation, noise, injection);
  }
  return tenant;
}

/** Chooses people at equal distances, in departments of all sizes. */
function isChosen(i: number, people: number, chosen: number): boolean {
  const every = Math.floor(people / chosen);
  return i % every === every >> 1 && Math.floor(i / every) < chosen;
}

function simulatePerson(
  { scores, shifted }: SimulatedTenant,
  person: number,
  random: () => number,
  sharedDeviation: Float64Array,
  noise: Noise,
  injection?: Injection,
): void {
  const level = 3.8 + randomNormal(random, 0.4);
  const missing = randomBetween(random, 0.05, 0.2);
  const fixed = noise.alwaysFour ? 4 : random() < (noise.ceiling ?? 0) ? 5 : 0;
  const isAutocorrelated = random() < (noise.autocorrelated?.share ?? 0);
  const correlation =
    isAutocorrelated && noise.autocorrelated ? randomBetween(random, ...noise.autocorrelated.correlation) : 0;
  const first = noise.turnover && random() < 1 / 3 ? random() * weeks : 0;
  const last = noise.turnover && random() < 1 / 5 ? random() * weeks : weeks;
  const courses = dimensions.map((_, dimension) => {
    const own = level + randomNormal(random, 0.25);
    const isShifted = injection !== undefined && shifted[person] === dimension;
    return {
      own,
      points: isShifted ? (own > 3 ? -injection.points : injection.points) : 0,
      spread: randomBetween(random, 0.4, 0.8),
      phase: randomBetween(random, 0, 2 * Math.PI),
      period: randomBetween(random, 26, 52),
      state: randomNormal(random, 1),
      walk: 0,
    };
  });
  let hasLargeVariance = random() < 0.5;
  let left = randomBetween(random, 2, 7);
  for (let week = 0; week < weeks; week += 1) {
    left -= 1;
    if (left < 0) [hasLargeVariance, left] = [!hasLargeVariance, randomBetween(random, 2, 7)];
    const common = randomNormal(random, 1);
    const isMissing = random() < missing || week < first || week >= last;
    for (const [dimension, course] of courses.entries()) {
      const between = noise.betweenDimensions ?? 0;
      let innovation = Math.sqrt(between) * common + Math.sqrt(1 - between) * randomNormal(random, 1);
      if (noise.heavyTails) {
        const squares = randomNormal(random, 1) ** 2 + randomNormal(random, 1) ** 2 + randomNormal(random, 1) ** 2;
        innovation /= Math.sqrt(squares); // Student's t with three degrees of freedom has the variance 3
      }
      course.state = correlation * course.state + Math.sqrt(1 - correlation ** 2) * innovation;
      course.walk += randomNormal(random, noise.randomWalk ?? 0);
      const spread = course.spread * (noise.changingVariance ? (hasLargeVariance ? 1.6 : 0.5) : 1);
      const slow = (noise.swing ?? 0) * Math.sin(course.phase + (2 * Math.PI * week) / course.period);
      const dip = noise.dip && week >= noise.dip.from && week < noise.dip.until ? noise.dip.points : 0;
      const shift = injection && week >= injection.onset ? course.points : 0;
      const at = week * dimensions.length + dimension;
      const value =
        course.own + course.walk + slow + (sharedDeviation[at] as number) + spread * course.state + shift - dip;
      const score = fixed || Math.min(5, Math.max(1, Math.round(value)));
      if (!isMissing) scores[person * weeks * dimensions.length + at] = score;
    }
  }
}

/** Returns the scores of a person in a dimension up to a week, oldest first, and their weeks. */
export function readSeries(
  { scores }: SimulatedTenant,
  person: number,
  dimension: number,
  until: number,
): { values: number[]; at: number[] } {
  const [values, at] = [[], []] as [number[], number[]];
  for (let week = 0; week <= until; week += 1) {
    const score = scores[(person * weeks + week) * dimensions.length + dimension] as number;
    if (score > 0) {
      values.push(score);
      at.push(week);
    }
  }
  return { values, at };
}
