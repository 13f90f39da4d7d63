// Tests a family of series: how far the recent values of each are apart from those before, and how often chance does that.
import {
  estimateVarianceChange,
  findStep,
  hashValues,
  toNormalDistance,
  withValues,
  type Series,
  type Window,
} from './series.ts';
import { correctForPersistence, estimatePersistence, type PersistencePrior } from './persistence.ts';
import { thresholds } from './thresholds.ts';

/** All people, or all groups, of a tenant. */
export type Family = { tests: number; candidates: Candidate[]; prior: PersistencePrior; levelShare: number };

/** A series whose recent values are apart. `count` is the number of last values in the window where they are so most. */
export type Candidate = { series: Series; count: number; p: number };

const step = 0.02;
const bins = 2_000;
const screening = thresholds.screeningDistance ** 2;
const stepScreening = thresholds.persistence.stepDistance ** 2;

/**
 * Tests each series in all windows.
 *
 * 1. Distance. The recent mean minus the mean before, in standard errors; squared, and on the scale of a normal
 *    variable. The spread is that around both means, moderated by that of the tenant's other series. Autocorrelation in this
 *    series makes it smaller. The largest over the windows counts, for
 *    people each handicapped by its weight.
 * 2. Chance. Each series is put in random order many times (R. A. Fisher, The Design of Experiments, 1935) and its largest
 *    distance is taken in the same way. p is the share of all these orders, of all series, that are at least as far apart
 *    (V. G. Tusher et al., PNAS 98, 2001). The values of a series determine its orders. So they are the same at each run,
 *    and depend neither on ids nor on the sequence in which people are read.
 *
 * @param people for groups, which are too few to estimate autocorrelation: the family of people
 */
export function testFamily(
  series: readonly Series[],
  windows: readonly Window[],
  kind: 'people' | 'groups',
  people?: Family,
): Family {
  const handicaps = windows.map(({ weight }) => (kind === 'people' ? 2 * Math.log(weight) : 0));
  const { minimumShare, fromPeople } = thresholds.persistence;
  const lasting = people ? 1 - (people.prior[0] as number) : 0;
  const minimum = Math.max(minimumShare[kind], fromPeople * lasting);
  const prior = estimatePersistence(series, findClearStep, minimum);
  const { draws, atLeast, atMost } = thresholds.permutations;
  const orders = Math.max(atLeast, Math.min(atMost, Math.ceil(draws / Math.max(1, series.length))));
  const chances = new Float64Array(bins);
  const apart: { series: Series; count: number; distance: number }[] = [];
  const together = estimateVarianceChange(series) > 0 ? thresholds.varianceChange.together : 1;
  for (const one of series) {
    if (one.squares < 1e-9) continue;
    measure(one, one.values, handicaps, prior);
    if (largest.distance > 0) {
      const tested = { series: one, ...largest };
      const asWritten = one.scores ?? one.plain;
      if (asWritten) {
        const written = withValues(one, asWritten);
        measure(written, written.values, handicaps, prior);
      }
      apart.push({ ...tested, distance: Math.min(tested.distance, largest.distance) });
    }
    const values = one.values.slice();
    const random = createDraws(hashValues(one));
    for (let order = 0; order < orders; order += 1) {
      shuffle(one.values, values, together, random);
      measure(one, values, handicaps, null);
      if (largest.distance > 0) chances[toStep(largest.distance)]! += 1 / orders;
    }
  }
  for (let at = bins - 2; at >= 0; at -= 1) chances[at]! += chances[at + 1] as number;
  const candidates = apart.map(({ distance, ...rest }) => ({
    ...rest,
    p: Math.min(1, Math.max(0.5 / orders, chances[toStep(distance)] as number) / series.length),
  }));
  return { tests: series.length, candidates, prior, levelShare: thresholds.levelShares[kind] };
}

/** The largest squared distance over the windows and the count of last values there; 0 if none is far apart. */
const largest = { distance: 0, count: 0 };

/** Fills `largest`. It runs for each order of each series, so it creates no objects. */
function measure(
  series: Series,
  values: Float32Array,
  handicaps: readonly number[],
  prior: PersistencePrior | null,
): void {
  const { recentCounts, squares, priorWeeks } = series;
  const n = values.length;
  const total = series.sum;
  const degrees = n - 2 + priorWeeks;
  const priorSquares = priorWeeks * series.priorVariance;
  largest.distance = 0;
  largest.count = 0;
  let sum = 0;
  let summed = 0;
  let stepCount = 0;
  for (let window = 0; window < handicaps.length; window += 1) {
    const count = recentCounts[window] as number;
    if (count === 0) continue;
    for (; summed < count; summed += 1) sum += values[n - 1 - summed] as number;
    const difference = sum / count - (total - sum) / (n - count);
    const between = (difference * difference * count * (n - count)) / n;
    const plain = (between * degrees) / (priorSquares + Math.max(0, squares - between));
    if (plain < screening) continue;
    let distance = toNormalDistance(plain, degrees);
    if (prior !== null) {
      stepCount ||= findStep(series).count;
      distance *= Math.min(1, correctForPersistence(series, count, stepCount, prior) / plain);
    }
    distance += handicaps[window] as number;
    if (distance > largest.distance) {
      largest.distance = distance;
      largest.count = count;
    }
  }
}

/** Fills `values` with the values of `from` in random order. Runs of so many values stay together, beginning at a random one. */
function shuffle(from: Float32Array, values: Float32Array, together: number, random: () => number): void {
  const n = from.length;
  const first = (random() * n) | 0;
  const runs = Math.ceil(n / together);
  for (let run = 0; run < runs; run += 1) order[run] = run;
  let at = 0;
  for (let left = runs; left > 0; left -= 1) {
    const chosen = (random() * left) | 0;
    const run = order[chosen] as number;
    order[chosen] = order[left - 1] as number;
    for (let i = run * together; i < Math.min(n, (run + 1) * together); i += 1) {
      values[at] = from[(first + i) % n] as number;
      at += 1;
    }
  }
}
const order = new Uint8Array(thresholds.weeks);

/** The number of last values after the step of a series; 0 if it has none. */
function findClearStep(series: Series): number {
  const { count, distance } = findStep(series);
  return distance > stepScreening ? count : 0;
}

function toStep(squaredDistance: number): number {
  return Math.min(bins - 1, Math.floor(Math.sqrt(squaredDistance) / step + 1e-6));
}

/** Creates a generator of numbers in [0, 1); the same seed gives the same numbers (G. Marsaglia, Xorshift RNGs, 2003). */
function createDraws(seed: number): () => number {
  let state = seed || 1; // the state 0 would stay
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}
