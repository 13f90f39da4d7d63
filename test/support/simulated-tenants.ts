// Simulates tenants with the normal movement of scores and injected shifts, and detects their trend flags.
import { createRandom, randomBetween, randomNormal } from '../../scripts/tools/random.ts';
import { dimensions, mapDimensions } from '../../src/model/scores.ts';
import { createScreening, screenPerson } from '../../src/trends/detect.ts';
import type { CheckIn, Flag } from '../../src/trends/types.ts';
import { minimumGroup, selectFlags } from './trend-flags.ts';

/** How scores move without a shift. Without any field: independent weeks, each person with an own level and spread. */
export type Noise = {
  /** The lag-1 correlation between weeks, before rounding, of a share of people; drawn between two numbers. */
  autocorrelated?: { share: number; correlation: [number, number] };
  alwaysFour?: true;
  /** Stretches of two to six weeks in which scores hardly move or move much. */
  changingVariance?: true;
  /** Everybody is lower by so many points in these weeks. */
  dip?: { from: number; until: number; points: number };
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
    simulatePerson(tenant, i, createRandom('person', name, String(seed), String(i)), noise, injection);
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
  noise: Noise,
  injection?: Injection,
): void {
  const level = 3.8 + randomNormal(random, 0.4);
  const missing = randomBetween(random, 0.05, 0.2);
  const isAutocorrelated = random() < (noise.autocorrelated?.share ?? 0);
  const correlation =
    isAutocorrelated && noise.autocorrelated ? randomBetween(random, ...noise.autocorrelated.correlation) : 0;
  const courses = dimensions.map((_, dimension) => {
    const own = level + randomNormal(random, 0.25);
    const isShifted = injection !== undefined && shifted[person] === dimension;
    return {
      own,
      points: isShifted ? (own > 3 ? -injection.points : injection.points) : 0,
      spread: randomBetween(random, 0.4, 0.8),
      state: randomNormal(random, 1),
    };
  });
  let hasLargeVariance = random() < 0.5;
  let left = randomBetween(random, 2, 7);
  for (let week = 0; week < weeks; week += 1) {
    left -= 1;
    if (left < 0) [hasLargeVariance, left] = [!hasLargeVariance, randomBetween(random, 2, 7)];
    const isMissing = random() < missing;
    for (const [dimension, course] of courses.entries()) {
      course.state = correlation * course.state + Math.sqrt(1 - correlation ** 2) * randomNormal(random, 1);
      const spread = course.spread * (noise.changingVariance ? (hasLargeVariance ? 1.6 : 0.5) : 1);
      const dip = noise.dip && week >= noise.dip.from && week < noise.dip.until ? noise.dip.points : 0;
      const shift = injection && week >= injection.onset ? course.points : 0;
      const at = week * dimensions.length + dimension;
      const value = course.own + spread * course.state + shift - dip;
      const score = noise.alwaysFour ? 4 : Math.min(5, Math.max(1, Math.round(value)));
      if (!isMissing) scores[person * weeks * dimensions.length + at] = score;
    }
  }
}

/** Returns what a person wrote until a week. */
export function listCheckIns(tenant: SimulatedTenant, person: number, week: number): CheckIn[] {
  const checkIns: CheckIn[] = [];
  const department = `department ${tenant.departments[person]}`;
  for (let other = 0; other <= week; other += 1) {
    const at = (person * weeks + other) * dimensions.length;
    if (tenant.scores[at] === 0) continue;
    const scores = mapDimensions((dimension) => tenant.scores[at + dimensions.indexOf(dimension)] as number);
    checkIns.push({ weeksAgo: week - other, department, scores });
  }
  return checkIns;
}

/** Returns the flags of a tenant in a week. */
export function detectSimulated(tenant: SimulatedTenant, week: number): Flag[] {
  const screening = createScreening(minimumGroup);
  for (let person = 0; person < tenant.people; person += 1) {
    screenPerson(screening, `person ${person}`, listCheckIns(tenant, person, week));
  }
  return selectFlags(screening);
}
