// The cases by which trend flags are evaluated, and the simulation of one of them.
import type { TrendSettings } from '../../src/trends/types.ts';
import { evaluateWeek, type Sign } from './judge.ts';
import {
  departmentOf15,
  setCurrentWeek,
  simulateTenant,
  onset,
  weeks,
  type NoiseModel,
  type Planting,
} from './tenants.ts';

export type Case = { name: string; people: number; seeds: number; noise: NoiseModel; planting?: Planting };

const calm: NoiseModel = { name: 'independent weeks', persistence: [0, 0], swing: 0, sharedWeeks: 0 };
const moody: NoiseModel = { ...calm, name: 'weeks that persist (0.3)', persistence: [0.3, 0.3] };

/** Without any shift. The first two also set the plain rule's distances. */
export const quietCases: Case[] = [
  { name: calm.name, people: 1000, seeds: 200, noise: calm },
  { name: calm.name, people: 100, seeds: 200, noise: calm },
  {
    name: 'good and bad weeks shared by all',
    people: 1000,
    seeds: 25,
    noise: { ...calm, name: 'shared', sharedWeeks: 0.2 },
  },
  { name: 'weeks that persist (lag-1 correlation 0.3)', people: 1000, seeds: 25, noise: moody },
  {
    name: 'the same, from 0 to 0.6 by person',
    people: 1000,
    seeds: 25,
    noise: { ...calm, name: 'mixed persistence', persistence: [0, 0.6] },
  },
  {
    name: 'levels that swing slowly by ± 0.3',
    people: 1000,
    seeds: 25,
    noise: { ...calm, name: 'swing', swing: 0.3 },
  },
];

const planted = (name: string, people: number, seeds: number, planting: Planting, noise = calm): Case => ({
  name: `${name}, ${planting.points.toFixed(1)} points`,
  people,
  seeds,
  noise,
  planting,
});

/** With planted shifts. */
export const plantedCases: Case[] = [
  planted('20 of 1,000 people', 1000, 25, { points: 1, people: 20 }),
  planted('20 of 1,000 people', 1000, 25, { points: 1.5, people: 20 }),
  planted('the same, weeks persist (0.3)', 1000, 25, { points: 1.5, people: 20 }, moody),
  planted('one of 1,000 people', 1000, 60, { points: 1.5, people: 1 }),
  planted('one of 100 people', 100, 300, { points: 1, people: 1 }),
  planted('one of 100 people', 100, 300, { points: 1.5, people: 1 }),
  planted('a department of 15', 1000, 25, { points: 0.5, department: departmentOf15 }),
  planted('a department of 15', 1000, 25, { points: 1, department: departmentOf15 }),
  planted('a department of 15', 1000, 25, { points: 1.5, department: departmentOf15 }),
];

/** Without a shift, every third week with enough history is evaluated, since adjacent weeks hardly differ. */
const every = 3;
/** The number of weeks evaluated after the onset of a planted shift. */
export const weeksWatched = 8;

/** By week: whether anything was flagged, and the largest distance of the simple rule in each family. */
export type Quiet = { flagged: boolean; people: number; groups: number }[];
/** By planted target and week since the onset: whether it was flagged, and the simple rule's distance in that direction. */
export type Targets = { flagged: boolean[]; points: number[] }[];
export type Outcome = { quiet: Quiet; targets: Targets; flags: number; falseFlags: number };

/** Simulates the tenant of one seed, and evaluates its flags. */
export function simulateCase({ people, noise, planting }: Case, seed: number, settings: TrendSettings): Outcome {
  const tenant = simulateTenant(seed, people, noise, planting);
  const first = planting ? onset : settings.minimumBaseline + settings.recentWeeks - 1;
  const observedWeeks = planting ? weeksWatched : Math.floor((weeks - first) / every);
  const looks = Array.from({ length: observedWeeks }, (_, i) => {
    setCurrentWeek(tenant, first + i * (planting ? 1 : every));
    return evaluateWeek(tenant, settings);
  });
  const flags = looks.flatMap((look) => look.flags);
  const shifted = new Map(tenant.flatMap((person) => (person.shifted ? [[person.id, person] as const] : [])));
  const touched = new Map([...shifted.values()].map(({ department, shifted: dimension }) => [department, dimension]));
  const isTrue = ({ subject, dimension }: Sign): boolean =>
    shifted.get(subject)?.shifted === dimension || touched.get(subject) === dimension;
  const wanted = !planting
    ? []
    : 'department' in planting
      ? [{ subject: planting.department, dimension: touched.get(planting.department) }]
      : [...shifted.values()].map(({ id, shifted: dimension }) => ({ subject: id, dimension }));
  return {
    quiet: looks.map((look) => ({
      flagged: look.flags.length > 0,
      people: largest(look.apart, 'people'),
      groups: largest(look.apart, 'groups'),
    })),
    targets: wanted.map(({ subject, dimension }) => {
      const findSign = (signs: Sign[]): Sign | undefined =>
        signs.find((sign) => sign.subject === subject && sign.dimension === dimension);
      return {
        flagged: looks.map((look) => findSign(look.flags) !== undefined),
        points: looks.map((look) => Math.abs(findSign(look.apart)?.points ?? 0)),
      };
    }),
    flags: flags.length,
    falseFlags: flags.filter((sign) => !isTrue(sign)).length,
  };
}

function largest(signs: readonly Sign[], family: Sign['family']): number {
  return signs.reduce((most, sign) => (sign.family === family ? Math.max(most, Math.abs(sign.points)) : most), 0);
}
