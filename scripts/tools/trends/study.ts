// Measures how often trend flags are wrong and how soon they are right: `node scripts/tools/trends/study.ts [row …]`.
// TENANTS is the number of tenants of a row, by default 70 of 100 people, 35 of 1,000, 5 or 12 with an injected shift.
import { dimensions } from '../../../src/model/scores.ts';
import type { Flag } from '../../../src/trends/types.ts';
import { detectSimulated, simulateTenant, type Injection, type Noise, type SimulatedTenant } from './tenants.ts';

/** The share of weeks with a flag may be at most `limit` percent. */
type Quiet = { noise: Noise; limit?: number; looks?: number[]; omit?: Flag['scope'] };

const looks = [21, 28, 35, 42, 49, 56];
const sizes = [100, 1_000];
const spells = { share: 0.1, correlation: [0.9, 0.9] as [number, number], common: true as const };
const quiet: Record<string, Quiet> = {
  'independent weeks': { noise: {}, limit: 5 },
  'bursts of 2.2 times the spread, a fifth of blocks of 4 weeks, else 0.75': {
    noise: { bursts: { weeks: [4, 4], share: 0.2, factors: [0.75, 2.2] } },
    limit: 8,
  },
  'bursts of 1.6 times the spread, half of blocks of 2 to 6 weeks, else 0.5': {
    noise: { bursts: { weeks: [2, 6], share: 0.5, factors: [0.5, 1.6] } },
    limit: 8,
  },
  'autocorrelation 0.9 in 5 % of people': {
    noise: { autocorrelated: { share: 0.05, correlation: [0.9, 0.9] } },
    limit: 8,
  },
  'autocorrelation 0.8 in 20 %': {
    noise: { autocorrelated: { share: 0.2, correlation: [0.8, 0.8] } },
    limit: 8,
  },
  'autocorrelation 0 to 0.6 in all': { noise: { autocorrelated: { share: 1, correlation: [0, 0.6] } }, limit: 8 },
  'spells (0.9) in 10 %, bad weeks skipped by 70 %': {
    noise: { autocorrelated: spells, silence: { chance: 0.7, below: 0 } },
    limit: 8,
  },
  'the same, the three dimensions apart': {
    noise: { autocorrelated: { share: 0.1, correlation: [0.9, 0.9] }, silence: { chance: 0.7, below: 0 } },
    limit: 8,
  },
  'the same spells, nothing skipped': { noise: { autocorrelated: spells }, limit: 8 },
  'autocorrelation 0.5 in all, bad weeks skipped by 75 %': {
    noise: { autocorrelated: { share: 1, correlation: [0.5, 0.5] }, silence: { chance: 0.75, below: 0 } },
    limit: 8,
  },
  'everybody dips by 0.8 for two weeks, half missing in the second; flags of people and departments': {
    noise: { dip: { from: 40, until: 42, points: 0.8, missing: 0.5 } },
    ...{ limit: 5, looks: [41, 42, 43, 44, 45, 47], omit: 'organisation' },
  },
  'joiners and leavers, 30 % each': { noise: { turnover: 30 }, limit: 5 },
  '70 % always 5': { noise: { always5: 0.7 }, limit: 5 },
  'heavy tails (t, 2 degrees)': { noise: { degrees: 2 }, limit: 5 },
  'cycles of 13 weeks, ± 0.4 to 0.8': { noise: { cycle: { weeks: 13, points: [0.4, 0.8], share: 1 } }, limit: 8 },
  'random walk of 0.1 a week (real shifts)': { noise: { walk: 0.1 } },
};

const onset = 40;
/** `wrong`: the share of flags of people to whom nothing happened, in percent. */
type Shifted = { injection: Injection; departmentSize?: number; tenants: number };
const team = (size: number): Injection => ({
  points: 1.5,
  onset,
  team: { size: 8, department: Math.floor(500 / size) },
});
export const shifted: Record<string, Shifted> = {
  '20 of 1,000 people, 1.0 points': { injection: { points: 1, people: 20, onset }, tenants: 5 },
  '20 of 1,000 people, 1.5 points': { injection: { points: 1.5, people: 20, onset }, tenants: 5 },
  'all 8 of a department, 1.5 points': { injection: team(8), departmentSize: 8, tenants: 3 },
  '8 of a department of 12, 1.5 points': { injection: team(12), departmentSize: 12, tenants: 12 },
  '8 of a department of 25, 1.5 points': { injection: team(25), departmentSize: 25, tenants: 12 },
};

/** Returns the numbers of looks and of those with a flag. */
function measureQuiet(name: string, people: number, tenants: number): { looks: number; flagged: number } {
  const { noise, looks: at = looks, omit } = quiet[name] as Quiet;
  let flagged = 0;
  for (let seed = 1; seed <= tenants; seed += 1) {
    const tenant = simulateTenant(name, seed, people, noise);
    for (const look of at) flagged += detectSimulated(tenant, look - 1).some(({ scope }) => scope !== omit) ? 1 : 0;
  }
  return { looks: tenants * at.length, flagged };
}

type Power = {
  /** Shifts, and those flagged by week 4, 8 and 12. */
  shifts: number;
  seen: [number, number, number];
  /** Of all personal flags, those of people or dimensions that did not shift; and those within the shifted department. */
  flags: number;
  wrong: number;
  inDepartment: { flags: number; wrong: number };
  /** Of shifted departments in three dimensions, those flagged by week 2, 4 and 8. */
  departments: [number, number, number];
  late: number[];
};

function measurePower(name: string, tenants: number): Power {
  const { injection, departmentSize = 12 } = shifted[name] as Shifted;
  const power: Power = {
    ...{ shifts: 0, seen: [0, 0, 0], flags: 0, wrong: 0, inDepartment: { flags: 0, wrong: 0 } },
    ...{ departments: [0, 0, 0], late: [] },
  };
  for (let seed = 1; seed <= tenants; seed += 1) {
    const tenant = simulateTenant(name, seed, 1_000, {}, injection, departmentSize);
    const found = Array.from({ length: 12 }, (_, i) => detectSimulated(tenant, onset + i));
    const first = new Map<string, number>();
    for (const [week, flags] of found.entries()) {
      for (const { scope, subject, dimension, start, direction } of flags) {
        const key = `${scope} ${subject} ${dimension}`;
        if (!first.has(key)) first.set(key, week + 1);
        if (scope !== 'individual') continue;
        const person = Number(subject.slice('person '.length));
        const isRight =
          isShifted(tenant, person, dimensions.indexOf(dimension)) && (!injection.team || direction === 'down');
        const isInside = tenant.departments[person] === injection.team?.department;
        power.flags += 1;
        power.wrong += isRight ? 0 : 1;
        power.inDepartment.flags += isInside ? 1 : 0;
        power.inDepartment.wrong += isInside && !isRight ? 1 : 0;
        if (isRight) power.late.push(week - start.weeksAgo);
      }
    }
    for (let person = 0; person < tenant.people; person += 1) {
      for (const [d, dimension] of dimensions.entries()) {
        if (!isShifted(tenant, person, d)) continue;
        power.shifts += 1;
        const at = first.get(`individual person ${person} ${dimension}`) ?? Infinity;
        for (const [i, by] of [4, 8, 12].entries()) power.seen[i as 0] += at <= by ? 1 : 0;
      }
    }
    for (const dimension of dimensions) {
      const at = first.get(`department department ${injection.team?.department} ${dimension}`) ?? Infinity;
      for (const [i, by] of [2, 4, 8].entries()) power.departments[i as 0] += at <= by ? 1 : 0;
    }
  }
  return power;
}

function isShifted({ shifted: bits }: SimulatedTenant, person: number, dimension: number): boolean {
  return ((bits[person] as number) >> dimension) % 2 === 1;
}

const percent = (part: number, of: number): string => (of === 0 ? '–' : ((100 * part) / of).toFixed(1));

function main(): void {
  const chosen = process.argv.slice(2);
  const isChosen = (name: string): boolean => chosen.length === 0 || chosen.some((part) => name.includes(part));
  const tenantsOf = (usual: number): number => Number(process.env['TENANTS'] ?? usual);
  for (const [name, { limit }] of Object.entries(quiet)) {
    for (const people of isChosen(name) ? sizes : []) {
      const { looks: all, flagged } = measureQuiet(name, people, tenantsOf(people === 100 ? 70 : 35));
      console.log(`| ${name} | ${people} | ${limit ?? '–'} % | ${percent(flagged, all)} % (${flagged} of ${all}) |`);
    }
  }
  for (const [name, { tenants }] of Object.entries(shifted)) {
    if (!isChosen(name)) continue;
    const { shifts, seen, flags, wrong, inDepartment, departments, late } = measurePower(name, tenantsOf(tenants));
    const by = seen.map((one) => percent(one, shifts)).join(' / ');
    const inside = `${inDepartment.wrong} of ${inDepartment.flags}`;
    const groups = departments.map((one) => percent(one, tenantsOf(tenants) * dimensions.length)).join(' / ');
    const median = late.sort((a, b) => a - b)[late.length >> 1];
    console.log(
      `| ${name} | ${by} % | wrong ${wrong} of ${flags}, inside ${inside} | department ${groups} % | late ${median} |`,
    );
  }
}

if (import.meta.main) main();
