// The cases by which trend flags are evaluated, and the simulation of one of them.
import { dimensions, mapDimensions } from '../../src/model/scores.ts';
import { createScreening, screenPerson } from '../../src/trends/detect.ts';
import { selectFlags } from './select-flags.ts';
import type { CheckIn, Flag, TrendSettings } from '../../src/trends/types.ts';
import { baselineMethods } from './baseline-methods.ts';
import { departmentOf15, simulateTenant, weeks, type Noise, type Injection, type SimulatedTenant } from './tenants.ts';

/** `seedText` keeps the random numbers, and the figures in src/trends/README.md, of a case that was renamed. */
type Label = { name: string; seedText?: string };
/** `limit` is the largest share of weeks with a flag; null where the scores really shift. */
type QuietCase = Label & { noise: Noise; limit: number | null };
export type InjectedCase = Label & { noise: Noise; people: number; seeds: number; injection: Injection };

const dip = { from: 40, until: 42, points: 0.8 };

/** Without any shift of a person or a department. */
export const quietCases: QuietCase[] = [
  { name: 'independent weeks', noise: {}, limit: 0.05 },
  { name: '70 % always give 5', noise: { ceiling: 0.7 }, limit: 0.05 },
  { name: 'all always give 4', noise: { alwaysFour: true }, limit: 0.05 },
  { name: 'joiners and leavers', noise: { turnover: true }, limit: 0.05 },
  { name: 'correlated dimensions (0.6)', noise: { betweenDimensions: 0.6 }, limit: 0.05 },
  { name: 'heavy tails (t, 3 degrees)', noise: { heavyTails: true }, limit: 0.05 },
  {
    name: '5 % of people autocorrelated (0.9)',
    seedText: '5 % of people with moods that last (0.9)',
    noise: { autocorrelated: { share: 0.05, correlation: [0.9, 0.9] } },
    limit: 0.08,
  },
  {
    name: '20 % of people autocorrelated (0.8)',
    seedText: '20 % of people with moods that last (0.8)',
    noise: { autocorrelated: { share: 0.2, correlation: [0.8, 0.8] } },
    limit: 0.08,
  },
  {
    name: 'variance changes every few weeks',
    seedText: 'calm and restless months',
    noise: { changingVariance: true },
    limit: 0.08,
  },
  { name: 'everybody dips by 0.8 for two weeks; flags of people and departments', noise: { dip }, limit: 0.05 },
  { name: 'good and bad weeks shared by all', noise: { sharedWeeks: 0.2 }, limit: 0.05 },
  {
    name: 'all people autocorrelated (0.3)',
    seedText: 'moods of all last (0.3)',
    noise: { autocorrelated: { share: 1, correlation: [0.3, 0.3] } },
    limit: 0.08,
  },
  {
    name: 'all people autocorrelated (0 to 0.6 by person)',
    seedText: 'moods of all last (0 to 0.6 by person)',
    noise: { autocorrelated: { share: 1, correlation: [0, 0.6] } },
    limit: 0.08,
  },
  { name: 'levels that swing slowly by ± 0.3 (real shifts)', noise: { swing: 0.3 }, limit: null },
  { name: 'random walk of 0.1 a week (real shifts)', noise: { randomWalk: 0.1 }, limit: null },
];

const late = { onset: 40 };

/** With injected shifts. */
export const injectedCases: InjectedCase[] = [
  { name: '1.0 points', noise: {}, people: 1000, seeds: 24, injection: { ...late, points: 1, people: 20 } },
  { name: '1.5 points', noise: {}, people: 1000, seeds: 24, injection: { ...late, points: 1.5, people: 20 } },
  {
    name: '1.5 points, autocorrelated (0.3)',
    seedText: '1.5 points, moods last (0.3)',
    noise: { autocorrelated: { share: 1, correlation: [0.3, 0.3] } },
    ...{ people: 1000, seeds: 24, injection: { ...late, points: 1.5, people: 20 } },
  },
];
/** Injected cases without baseline methods, watched for longer or in small tenants. */
export const furtherCases: InjectedCase[] = [
  {
    name: '20 of 1,000 people, 1.5 points',
    noise: {},
    people: 1000,
    seeds: 4,
    injection: { points: 1.5, people: 20, onset: 26 },
  },
  {
    name: 'one of 100 people, 1.5 points',
    noise: {},
    people: 100,
    seeds: 80,
    injection: { ...late, points: 1.5, people: 1 },
  },
  {
    name: 'a department of 15, 0.5 points',
    noise: {},
    people: 1000,
    seeds: 12,
    injection: { ...late, points: 0.5, department: departmentOf15 },
  },
  {
    name: 'a department of 15, 1.0 points',
    noise: {},
    people: 1000,
    seeds: 6,
    injection: { ...late, points: 1, department: departmentOf15 },
  },
];

/** The weeks in which a quiet tenant is evaluated. */
function listQuietWeeks({ noise }: QuietCase): number[] {
  return noise.dip ? [40, 41, 42, 43, 44, 46, 50] : [17, 23, 29, 35, 41, 46, 51];
}

/** Returns the flags of a tenant in a week. */
export function detectSimulated(tenant: SimulatedTenant, week: number, settings: TrendSettings): Flag[] {
  const screening = createScreening(settings);
  for (let person = 0; person < tenant.people; person += 1) {
    screenPerson(screening, `person ${person}`, listCheckIns(tenant, person, week));
  }
  return selectFlags(screening);
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

/** By week: flags of people and departments, those of the organisation, and those of baseline methods. */
export type Quiet = { flags: number; organisation: number; baselines: Record<string, number> }[];

/** The baseline methods that can be used where nothing is known of a shift. */
const quietBaselines = Object.entries(baselineMethods).filter(([method]) => !method.startsWith('oracle'));

export function simulateQuiet(
  of: QuietCase,
  people: number,
  seed: number,
  settings: TrendSettings,
  withBaselines: boolean,
): Quiet {
  const tenant = simulateTenant(of.seedText ?? of.name, seed, people, of.noise);
  return listQuietWeeks(of).map((week) => {
    const flags = detectSimulated(tenant, week, settings);
    const organisation = flags.filter(({ scope }) => scope === 'organisation').length;
    const baselines = (withBaselines ? quietBaselines : []).map(([method, detect]) => [
      method,
      detect(tenant, week, settings.level).length,
    ]);
    return {
      // Elsewhere than after a dip of everybody, a flag of the organisation is false, too.
      flags: flags.length - (of.noise.dip ? organisation : 0),
      organisation,
      baselines: Object.fromEntries(baselines) as Record<string, number>,
    };
  });
}

/**
 * By method: for each target the weeks since the onset in which it is flagged; all flags and false ones; errors of the
 * start week.
 */
export type Injected = Record<string, { targets: boolean[][]; flags: number; falseFlags: number; starts: Start[] }>;
/** How many weeks after the onset the start was said to be, and whether the range has the onset. */
type Start = { late: number; isCovered: boolean };

export function simulateInjected(
  { name, seedText = name, noise, people, injection }: InjectedCase,
  seed: number,
  settings: TrendSettings,
  withBaselines: boolean,
): Injected {
  const tenant = simulateTenant(seedText, seed, people, noise, injection);
  const isDepartment = injection.department !== undefined;
  const wanted = new Map<string, number>();
  tenant.shifted.forEach((dimension, person) => {
    if (dimension >= 0) wanted.set(isDepartment ? `department ${injection.department}` : `person ${person}`, dimension);
  });
  const isTrue = (subject: string, dimension: number): boolean =>
    wanted.get(subject) === dimension ||
    (isDepartment && tenant.shifted[Number(subject.replace('person ', ''))] === dimension);
  const looks: Record<string, Set<string>[]> = {};
  const injected: Injected = {};
  const note = (method: string, week: number, subject: string, dimension: number): void => {
    const one = (injected[method] ??= { targets: [], flags: 0, falseFlags: 0, starts: [] });
    one.flags += 1;
    if (!isTrue(subject, dimension)) one.falseFlags += 1;
    else ((looks[method] ??= [])[week] ??= new Set()).add(subject);
  };
  for (let week = injection.onset; week < weeks; week += 1) {
    for (const { subject, dimension, start } of detectSimulated(tenant, week, settings)) {
      const number = dimensions.indexOf(dimension);
      note('trend flags', week, subject, number);
      if (wanted.get(subject) !== number) continue;
      const [onset, last] = [week - injection.onset, injected['trend flags']?.starts];
      last?.push({ late: onset - start.weeksAgo, isCovered: start.earliest >= onset && start.latest <= onset });
    }
    if (!withBaselines) continue;
    for (const [method, detect] of Object.entries(baselineMethods)) {
      for (const { person, dimension } of detect(tenant, week, settings.level, injection))
        note(method, week, `person ${person}`, dimension);
    }
  }
  const methods = ['trend flags', ...(withBaselines ? Object.keys(baselineMethods) : [])];
  for (const method of methods) {
    const one = (injected[method] ??= { targets: [], flags: 0, falseFlags: 0, starts: [] });
    one.targets = [...wanted.keys()].map((subject) =>
      Array.from(
        { length: weeks - injection.onset },
        (_, i) => looks[method]?.[injection.onset + i]?.has(subject) ?? false,
      ),
    );
  }
  return injected;
}
