// Simulates tenants with the normal movement of scores and injected shifts, and detects their trend flags.
import { createRandom, randomBetween, randomNormal, type Random } from '../../scripts/tools/random.ts';
import { dimensions, mapDimensions } from '../../src/platform/schema/scores.ts';
import { addPerson, createHistory } from '../../src/features/trends/method/history.ts';
import type { CheckIn, Flag } from '../../src/features/trends/method/types.ts';
import { selectFlags } from '../../src/features/trends/method/detect.ts';
import { minimumGroup } from './trend-flags.ts';

/** How scores move without a shift. Without any field: independent weeks, each person with an own level and spread. */
export type Noise = {
  /**
   * First-order autocorrelation, before rounding, of a share of people; drawn between two numbers. `common`: it is the
   * same for the three dimensions.
   */
  autocorrelated?: { share: number; correlation: [number, number]; common?: true };
  /** The chance that autocorrelated people, or all, skip a week whose state, averaged over dimensions, is below a number. */
  silence?: { chance: number; below: number; byAll?: true };
  /** The three dimensions of everybody move together from week to week. */
  common?: true;
  /** Everybody moves by so many points with the season, a sine of 52 weeks; its phase is the tenant's. */
  season?: number;
  /** A share of people is silent in these weeks. */
  holidays?: { weeks: number[]; silent: number };
  /** Spreads of a person change over time: each block of weeks draws one of two factors. */
  bursts?: { weeks: [number, number]; share: number; factors: [calm: number, burst: number] };
  /** Everybody is lower by so many points in these weeks; a share of people misses the last of them. */
  dip?: { from: number; until: number; points: number; missing?: number };
  /** From a week on, everybody is lower by so many points, and uses the scale more widely around its middle by a factor. */
  honesty?: { from: number; points: number; width: number };
  /** So many in a hundred join in a random week, and so many leave. */
  turnover?: number;
  /** The share of people who always give 5. */
  always5?: number;
  /** Student's t with so many degrees of freedom instead of the normal distribution. */
  degrees?: number;
  /** Levels that move: a sine with so many weeks, by a number of points between these, for a share of people. */
  cycle?: { weeks: number; points: [number, number]; share: number };
};

/**
 * A shift, from a week on, towards the middle of the scale: of people in one dimension each, or of the first people of a
 * department, downwards and in all dimensions.
 */
export type Injection = { points: number; onset: number; people?: number; team?: { size: number; department: number } };

/** Scores by person, week and dimension; 0 is a missing summary. `shifted`: by person, a bit for each dimension. */
export type SimulatedTenant = { people: number; departments: Uint16Array; scores: Uint8Array; shifted: Uint8Array };

export const weeks = 56;
const count = dimensions.length;
const averageLevel = 3.8;
const settledWeeks = 30; // before the first week, so that a persistent state does not start at its mean

/**
 * Simulates a tenant; the same seed gives the same tenant. Levels are 3.8 on average, spreads 0.4 to 0.8 points; 5 to 20 %
 * of weeks are missing.
 *
 * @param departmentSize people of each department
 */
export function simulateTenant(
  name: string,
  seed: number,
  people: number,
  noise: Noise,
  injection?: Injection,
  departmentSize = 12,
): SimulatedTenant {
  const tenant: SimulatedTenant = {
    people,
    departments: Uint16Array.from({ length: people }, (_, i) => Math.floor(i / departmentSize)),
    scores: new Uint8Array(people * weeks * count),
    shifted: new Uint8Array(people),
  };
  const { people: chosen = 0, team } = injection ?? {};
  const phase = createRandom('phase', name, String(seed))();
  for (let i = 0; i < people; i += 1) {
    const every = Math.floor(people / Math.max(1, chosen));
    if (i % every === every >> 1 && Math.floor(i / every) < chosen) tenant.shifted[i] = 1 << ((i + seed) % count);
    const first = (team?.department ?? 0) * departmentSize;
    if (team && i >= first && i < first + team.size) tenant.shifted[i] = (1 << count) - 1;
    const random = createRandom('person', name, String(seed), String(i));
    simulatePerson(tenant, i, random, phase, noise, injection);
  }
  return tenant;
}

function simulatePerson(
  { scores, shifted }: SimulatedTenant,
  person: number,
  random: Random,
  phaseOfTenant: number,
  noise: Noise,
  injection?: Injection,
): void {
  const { autocorrelated, silence, bursts, dip, cycle, season = 0, holidays, honesty } = noise;
  const level = averageLevel + randomNormal(random, 0.4);
  const missing = randomBetween(random, 0.05, 0.2);
  const isAutocorrelated = random() < (autocorrelated?.share ?? 0);
  const correlation = isAutocorrelated && autocorrelated ? randomBetween(random, ...autocorrelated.correlation) : 0;
  const courses = dimensions.map((_, dimension) => {
    const own = level + randomNormal(random, 0.25);
    const isShifted = injection !== undefined && ((shifted[person] as number) >> dimension) % 2 === 1;
    const sign = own > 3 || injection?.team ? -1 : 1;
    return { own, points: isShifted ? sign * injection.points : 0, spread: randomBetween(random, 0.4, 0.8), state: 0 };
  });
  const draw = createNoise(random, noise.degrees);
  const isCycling = cycle !== undefined && random() < cycle.share;
  const [amplitude, phase] = isCycling ? [randomBetween(random, ...cycle.points), random()] : [0, 0];
  const turnover = random();
  const from = turnover < (noise.turnover ?? 0) / 100 ? Math.floor(random() * weeks) : 0;
  const until = 1 - turnover < (noise.turnover ?? 0) / 100 ? Math.floor(random() * weeks) : weeks;
  const isAlways5 = random() < (noise.always5 ?? 0);
  let mood = 0;
  let factor = 1;
  let left = 0;
  for (let week = -settledWeeks; week < weeks; week += 1) {
    if (bursts && left-- <= 0) {
      factor = bursts.factors[random() < bursts.share ? 1 : 0];
      left = Math.floor(randomBetween(random, bursts.weeks[0], bursts.weeks[1] + 1)) - 1;
    }
    const fresh = Math.sqrt(1 - correlation ** 2);
    mood = correlation * mood + fresh * draw();
    for (const course of courses) course.state = correlation * course.state + fresh * draw();
    const states = courses.map(({ state }) =>
      noise.common || (isAutocorrelated && autocorrelated?.common) ? mood : state,
    );
    let isMissing = random() < missing || week < from || week >= until;
    if (holidays?.weeks.includes(week) && random() < holidays.silent) isMissing = true;
    const isBad = silence && states.reduce((sum, state) => sum + state, 0) < silence.below * count;
    if (isBad && (isAutocorrelated || silence.byAll) && random() < silence.chance) isMissing = true;
    const ofSeason = season * Math.sin(2 * Math.PI * (week / 52 + phaseOfTenant));
    const isDip = dip !== undefined && week >= dip.from && week < dip.until;
    if (isDip && week === dip.until - 1 && random() < (dip.missing ?? 0)) isMissing = true;
    if (week < 0 || isMissing) continue;
    for (const [dimension, { own, spread, points }] of courses.entries()) {
      const swing = amplitude * Math.sin(2 * Math.PI * (week / (cycle?.weeks ?? 1) + phase));
      const shift = injection && week >= injection.onset ? points : 0;
      const usual =
        own + spread * factor * (states[dimension] as number) + swing + ofSeason + shift - (isDip ? dip.points : 0);
      const isHonest = honesty !== undefined && week >= honesty.from;
      const value = isHonest ? averageLevel + honesty.width * (usual - averageLevel) - honesty.points : usual;
      const score = isAlways5 ? 5 : Math.min(5, Math.max(1, Math.round(value)));
      scores[(person * weeks + week) * count + dimension] = score;
    }
  }
}

/** Creates a source of noise with variance 1 (of t with 2 degrees: with the spread of its central part). */
function createNoise(random: Random, degrees?: number): () => number {
  const normal = (): number => randomNormal(random, 1);
  if (degrees === undefined) return normal;
  const scale = degrees > 2 ? Math.sqrt((degrees - 2) / degrees) : 0.6;
  return () => {
    const squares = Array.from({ length: degrees }, () => normal() ** 2).reduce((sum, one) => sum + one, 0);
    return (scale * normal()) / Math.sqrt(Math.max(1e-6, squares / degrees));
  };
}

/** Returns what a person wrote until a week. */
export function listCheckIns(tenant: SimulatedTenant, person: number, week: number): CheckIn[] {
  const checkIns: CheckIn[] = [];
  const department = `department ${tenant.departments[person]}`;
  for (let other = 0; other <= week; other += 1) {
    const at = (person * weeks + other) * count;
    if (tenant.scores[at] === 0) continue;
    const scores = mapDimensions((dimension) => tenant.scores[at + dimensions.indexOf(dimension)] as number);
    checkIns.push({ weeksAgo: week - other, department, scores });
  }
  return checkIns;
}

/** Returns the flags of a tenant in a week. */
export function detectSimulated(tenant: SimulatedTenant, week: number): Flag[] {
  const screening = createHistory(minimumGroup);
  for (let person = 0; person < tenant.people; person += 1) {
    addPerson(screening, `person ${person}`, listCheckIns(tenant, person, week));
  }
  return selectFlags(screening);
}
