// Tests a family of series: how far the recent values of each are apart from those before, and how often chance does that.
import { correctForPersistence, estimatePersistence, type PersistencePrior } from './persistence.ts';
import { estimateVarianceChange, withValues, type Series } from './series.ts';
import { thresholds } from './thresholds.ts';

/** All people, or all groups, of a tenant. */
export type Family = { tests: number; candidates: Candidate[]; prior: PersistencePrior; levelShare: number };

/** A series whose recent values are apart. `count` is the number of last values where they are so most. */
export type Candidate = { series: Series; count: number; p: number };

const binWidth = 0.02;
const bins = 2_000;
const screening = thresholds.screeningDistance ** 2;
/** How many series are tested before others may run. */
const chunk = 100;

/**
 * Tests each series. It yields now and then, so that the caller can let other work run.
 *
 * 1. Distance. The recent mean minus the mean before, in standard errors, squared. The spread is that around both means,
 *    moderated by that of the tenant's other series. The largest over all weeks in which the shift may have begun counts;
 *    autocorrelation in this series makes it smaller.
 * 2. Chance. Each series is put in random order many times (R. A. Fisher, The Design of Experiments, 1935), and its largest
 *    distance is taken in the same way. p is the share of all these orders, of all
 *    series, that are at least as far apart. The values of a series determine its orders, so they are the same at each run,
 *    and depend neither on ids nor on the sequence in which people are read.
 *
 * @param people for groups, which are too few to estimate autocorrelation: the family of people
 */
export function* testFamily(
  series: readonly Series[],
  kind: 'people' | 'groups',
  people?: Family,
): Generator<void, Family> {
  const { minimumShare, fromPeople } = thresholds.persistence;
  const lasting = people ? 1 - (people.prior[0] as number) : 0;
  const prior = estimatePersistence(series, Math.max(minimumShare[kind], fromPeople * lasting));
  yield;
  const orders = thresholds.orders[kind];
  const together = estimateVarianceChange(series) > 0 ? thresholds.varianceChange.together : 1;
  const chances = new Float64Array(bins);
  const apart: { series: Series; count: number; distance: number }[] = [];
  for (const [i, one] of series.entries()) {
    if (i % chunk === chunk - 1) yield;
    if (one.squares < 1e-9) continue;
    const tested = measure(one, prior);
    if (tested.distance > 0) {
      const written = one.scores ? measure(withValues(one, Float32Array.from(one.scores)), prior) : tested;
      apart.push({ series: one, count: tested.count, distance: Math.min(tested.distance, written.distance) });
    }
    const ordered = { ...one, values: scratch.subarray(0, one.values.length) };
    const random = createDraws(hashValues(one));
    for (let order = 0; order < orders; order += 1) {
      drawLast(one.values, ordered.values, together, random);
      chances[toBin(measure(ordered).distance)]! += 1 / orders;
    }
  }
  for (let at = bins - 2; at >= 0; at -= 1) chances[at]! += chances[at + 1] as number;
  const candidates = apart.map(({ distance, ...rest }) => ({
    ...rest,
    p: Math.min(1, Math.max(0.5 / orders, chances[toBin(distance)] as number) / series.length),
  }));
  return { tests: series.length, candidates, prior, levelShare: thresholds.levelShares[kind] };
}

/** Measures the largest squared distance, and the count of last values there; 0 if it is too small to matter. */
function measure(series: Series, prior?: PersistencePrior): { distance: number; count: number } {
  const { values, splits, sum: total, squares, priorWeeks, priorVariance } = series;
  const n = values.length;
  const degrees = n - 2 + priorWeeks;
  const whole = squares + priorWeeks * priorVariance;
  const least = (whole * screening) / (degrees + screening);
  let [sum, summed, distance, count] = [0, 0, 0, 0];
  for (const split of splits) {
    for (; summed < split; summed += 1) sum += values[n - 1 - summed] as number;
    const between = (n * sum - split * total) ** 2 / (n * split * (n - split));
    if (between < least) continue;
    const weighed = (between * degrees) / (whole - Math.min(between, squares)) + (handicaps[split] as number);
    if (weighed > distance) [distance, count] = [weighed, split];
  }
  if (count > 0 && prior) {
    const corrected = correctForPersistence(series, count, prior) + (handicaps[count] as number);
    distance = Math.max(0, Math.min(distance, corrected));
  }
  return { distance, count };
}

/** By the number of recent values: few of them, or very many, need more evidence. */
const handicaps = Float64Array.from({ length: thresholds.longestRecent + 1 }, (_, count) => {
  const { most, long } = thresholds.recentWeight;
  return 2 * Math.log(count <= most ? count / most : long);
});

/** Fills the last of `values` with those of `from` in random order, in which so many in a row stay together. */
function drawLast(from: Float32Array, values: Float32Array, together: number, random: () => number): void {
  const { longestRecent } = thresholds;
  const n = from.length;
  const first = (random() * n) | 0;
  const runs = Math.ceil(n / together);
  for (let run = 0; run < runs; run += 1) order[run] = run;
  for (let [left, at] = [runs, n - 1]; left > 0 && at >= n - longestRecent; left -= 1) {
    const chosen = (random() * left) | 0;
    const run = order[chosen] as number;
    order[chosen] = order[left - 1] as number;
    const until = Math.min(n, (run + 1) * together);
    for (let i = run * together; i < until; i += 1, at -= 1) {
      const place = first + i;
      if (at >= 0) values[at] = from[place < n ? place : place - n] as number;
    }
  }
}
const scratch = new Float32Array(thresholds.weeks);
const order = new Uint8Array(thresholds.weeks);

function toBin(squaredDistance: number): number {
  return Math.min(bins - 1, Math.floor(Math.sqrt(squaredDistance) / binWidth + 1e-6));
}

/**
 * Hashes values (FNV-1a, with the final mix of MurmurHash3), rounded to 1/16: shared weeks are sums over people, whose last
 * digits depend on their order.
 */
export function hashValues({ values }: Pick<Series, 'values'>): number {
  let hash = 0x811c9dc5;
  for (const value of values) hash = Math.imul(hash ^ Math.round(value * 16), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** Creates a generator of numbers in [0, 1); the same seed gives the same numbers (xorshift). */
function createDraws(seed: number): () => number {
  let state = seed || 1; // the state 0 would stay
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
