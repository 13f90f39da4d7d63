// The joint attack on the flags of departments: everything that a manager was ever shown, solved together by linear
// programming.
import highsModule from 'highs';
import { judgeDisclosure } from '../../src/features/trends/method/disclosure.ts';
import { thresholds } from '../../src/features/trends/method/thresholds.ts';
import { createRandom, randomBetween, randomNormal } from '../../scripts/tools/random.ts';
import { minimumGroup } from './trend-flags.ts';

/** Its types are those of a CommonJS module, which it is not. */
const loadHighs = highsModule as unknown as typeof highsModule.default;
let loaded: ReturnType<typeof loadHighs> | undefined;

const weekCount = 40;
const firstLook = 16;
const least = 3; // standard errors: more is flagged than by detection

/** A department and one of its managers. */
type Department = {
  /** By person and week; 0 is no summary in this department. */
  scores: Uint8Array[];
  /** From which week on the manager may read a person, with all that they ever wrote; Infinity for never. */
  readableFrom: number[];
};

/**
 * Makes a department of one of three kinds, by the seed: a manager of half of it gets all but one or two of the others; five
 * unseen people in a department of six to eight that rises to the top of the scale; people join and leave.
 */
export function makeDepartment(seed: number): Department {
  const random = createRandom('joint attack', String(seed));
  const draw = (low: number, high: number): number => Math.floor(randomBetween(random, low, high + 1));
  const kind = (['reorganisation', 'small', 'joiners'] as const)[seed % 3];
  const size = kind === 'reorganisation' ? draw(15, 18) : kind === 'small' ? draw(6, 8) : draw(13, 18);
  const unseen = kind === 'reorganisation' ? draw(1, 2) : kind === 'small' ? 5 : draw(9, 11);
  const reorganised = draw(20, 32);
  const onset = draw(14, 30);
  const level = kind === 'small' ? 3.6 : randomBetween(random, 2.5, 4.5);
  const shift = kind === 'small' ? 1.4 : (level > 3.5 ? -1 : 1) * randomBetween(random, 0.8, 2);
  const readableFrom = Array.from({ length: size }, (_, person) => {
    if (person < unseen) return Infinity;
    return kind === 'reorganisation' && person < size / 2 ? reorganised : 0;
  });
  const scores = readableFrom.map(() => {
    const own = level + randomNormal(random, 0.3);
    const moves = kind === 'joiners' && random() < 0.4;
    const from = moves && random() < 0.5 ? draw(1, weekCount - 1) : 0;
    const until = moves && from === 0 ? draw(1, weekCount - 1) : weekCount;
    const missing = kind === 'small' ? 0 : 0.1;
    return Uint8Array.from({ length: weekCount }, (_, week) => {
      const value = own + randomNormal(random, 0.6) + (week >= onset ? shift : 0);
      const isMissing = random() < missing || week < from || week >= until;
      return isMissing ? 0 : Math.min(5, Math.max(1, Math.round(value)));
    });
  });
  return { scores, readableFrom };
}

/** A flag: the weeks behind its two means. */
type Told = { recent: number[]; before: number[]; sign: -1 | 1; recentMean: number; baselineMean: number };
/** A sum of unknown scores, by their numbers, each with its share of a mean; within bounds. */
type Inequality = { terms: Map<number, number>; atLeast: number; atMost: number };
/** What a reader of some of the scores learns from a flag: bounds of a mean, or of a difference of means. */
export type Rule = (told: Told) => { of: number[]; minus: number[]; atLeast: number; atMost: number }[];

/** Readers of some of the scores were shown both means, rounded to a tenth. */
export const tenths: Rule = ({ recent, before, recentMean, baselineMean }) =>
  [[recent, recentMean] as const, [before, baselineMean] as const].map(([of, mean]) => {
    const shown = Number(mean.toFixed(1));
    return { of, minus: [], atLeast: shown - 0.05, atMost: shown + 0.05 };
  });

/** They are shown a direction, and the attacker even guesses the start: the means differ by the smallest shift or more. */
export const direction: Rule = ({ recent, before, sign }) => [
  sign > 0
    ? { of: recent, minus: before, atLeast: thresholds.minimumShift, atMost: 4 }
    : { of: before, minus: recent, atLeast: thresholds.minimumShift, atMost: 4 },
];

/** The flags of each week until the last, as the reader was shown them at that time. */
function listFlags({ scores, readableFrom }: Department): Told[] {
  const all = Array.from({ length: weekCount }, (_, week) => week);
  const writers = (week: number): number[] => [...scores.keys()].filter((i) => scores[i]?.[week]);
  const mean = (numbers: number[]): number => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const means = all.map((week) => mean(writers(week).map((i) => scores[i]?.[week] ?? 0)));
  const flags: Told[] = [];
  for (let look = firstLook; look < weekCount; look += 1) {
    const counted = all.slice(0, look + 1).filter((week) => writers(week).length >= minimumGroup);
    const unreadable = counted.map((week) => writers(week).filter((i) => (readableFrom[i] ?? 0) > look).length);
    if (judgeDisclosure(unreadable, { minimumGroup }) !== 'direction') continue; // the numbers of what one may read are no news
    let best: (Told & { distance: number }) | null = null;
    for (let from = thresholds.minimumBaseline; from <= counted.length - thresholds.start.minimumScores; from += 1) {
      const before = counted.slice(0, from);
      const recent = counted.slice(from);
      const [baselineMean, recentMean] = [before, recent].map((weeks) =>
        mean(weeks.map((week) => means[week] ?? 0)),
      ) as [number, number];
      const squares = counted.reduce(
        (sum, week, i) => sum + ((means[week] ?? 0) - (i < from ? baselineMean : recentMean)) ** 2,
        0,
      );
      const variance = squares / (counted.length - 2) + 1e-4;
      const difference = recentMean - baselineMean;
      const distance = Math.abs(difference) / Math.sqrt(variance * (1 / before.length + 1 / recent.length));
      if (Math.abs(difference) < thresholds.minimumShift || distance < Math.max(least, best?.distance ?? 0)) continue;
      best = { recent, before, sign: difference > 0 ? 1 : -1, recentMean, baselineMean, distance };
    }
    if (best) flags.push(best);
  }
  return flags;
}

export type Outcome = {
  flags: number;
  /** Scores of people whom the manager never could read: how many have one possible value, and how many fewer. */
  exact: number;
  narrowed: number;
};

/**
 * Solves all flags together: for each score that the manager never could read, the smallest and the largest value that
 * agree with everything that was shown, with who wrote, and with all scores that were readable at any time.
 */
export async function attack(department: Department, rule: Rule): Promise<Outcome> {
  const highs = await (loaded ??= loadHighs());
  const { scores, readableFrom } = department;
  const unknown = (person: number): boolean => readableFrom[person] === Infinity;
  const flags = listFlags(department);
  const inequalities = flags.flatMap(rule).map(({ of, minus, atLeast, atMost }): Inequality => {
    const terms = new Map<number, number>();
    let known = 0;
    for (const [weeks, sign] of [
      [of, 1],
      [minus, -1],
    ] as const) {
      for (const week of weeks) {
        const writers = [...scores.keys()].filter((person) => scores[person]?.[week]);
        const share = sign / weeks.length / writers.length;
        for (const person of writers) {
          if (unknown(person)) terms.set(person * weekCount + week, share);
          else known += share * (scores[person]?.[week] ?? 0);
        }
      }
    }
    return { terms, atLeast: atLeast - known, atMost: atMost - known };
  });
  const names = [...new Set(inequalities.flatMap(({ terms }) => [...terms.keys()]))];
  const low = new Map(names.map((name) => [name, 5]));
  const high = new Map(names.map((name) => [name, 1]));
  const rows = inequalities.flatMap(({ terms, atLeast, atMost }, i) => {
    const sum = [...terms]
      .map(([name, share]) => `${share < 0 ? '-' : '+'} ${Math.abs(share).toFixed(12)} x${name}`)
      .join(' ');
    if (sum === '') return [];
    return [`a${i}: ${sum} >= ${(atLeast - 1e-7).toFixed(9)}`, `b${i}: ${sum} <= ${(atMost + 1e-7).toFixed(9)}`];
  });
  const bounds = names.map((name) => `1 <= x${name} <= 5`);
  const solve = (goal: 'Minimize' | 'Maximize', of: number[]): void => {
    const sum = of.map((name) => `x${name}`).join(' + ');
    const problem = [goal, ` obj: ${sum}`, 'Subject To', ...rows, 'Bounds', ...bounds, 'End'].join('\n');
    const { Status, Columns } = highs.solve(problem);
    if (Status !== 'Optimal') throw new Error(`The flags of a department contradict each other: ${Status}.`);
    for (const name of names) {
      const value = (Columns[`x${name}`] as { Primal: number }).Primal;
      low.set(name, Math.min(low.get(name) ?? 5, value));
      high.set(name, Math.max(high.get(name) ?? 1, value));
    }
  };
  // Each solution also shows values that other scores can have, so most are settled before it is their turn.
  if (rows.length > 0) for (const goal of ['Minimize', 'Maximize'] as const) solve(goal, names);
  for (const name of rows.length > 0 ? names : []) {
    if ((low.get(name) ?? 5) > 1 + 1e-6) solve('Minimize', [name]);
    if ((high.get(name) ?? 1) < 5 - 1e-6) solve('Maximize', [name]);
  }
  const outcome: Outcome = { flags: flags.length, exact: 0, narrowed: 0 };
  for (const name of rows.length > 0 ? names : []) {
    const least = Math.ceil((low.get(name) ?? 1) - 1e-5);
    const most = Math.floor((high.get(name) ?? 5) + 1e-5);
    const actual = scores[Math.floor(name / weekCount)]?.[name % weekCount] ?? 0;
    if (actual < least || actual > most) throw new Error('The attack excludes the actual score.');
    outcome.exact += most === least ? 1 : 0;
    outcome.narrowed += most - least < 4 ? 1 : 0;
  }
  return outcome;
}
