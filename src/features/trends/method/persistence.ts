// Autocorrelation of weekly scores: estimated for each series, with the tenant's other series as prior.
import { hashValues, type Series } from './series.ts';
import { thresholds } from './thresholds.ts';

const { models, minimumGain, independentSeries, iterations, caution } = thresholds.persistence;

/** The share of the tenant's series for which each of the models holds. */
export type PersistencePrior = Float64Array;

const longestGap = 256;
const decay = models.map(({ correlation }) =>
  Float64Array.from({ length: longestGap }, (_, gap) => correlation ** gap),
);

/** Sums of products of the values, the constant 1 and the step, each less its prediction from earlier weeks. */
const sums = { xx: 0, oo: 0, ss: 0, xo: 0, xs: 0, os: 0, logVariance: 0 };

/**
 * Filters a series as a lasting part (first-order autoregressive) plus independent noise (R. E. Kalman, J. Basic Eng. 82,
 * 1960), with a step before the last `count` values. Weeks without a value are bridged. Fills `sums`.
 */
function filter({ values, weeks }: Series, model: number, count: number): void {
  const { share } = models[model] as (typeof models)[number];
  const powers = decay[model] as Float64Array;
  const n = values.length;
  let xx = 0;
  let oo = 0;
  let ss = 0;
  let xo = 0;
  let xs = 0;
  let os = 0;
  let product = 1;
  let logVariance = 0;
  let expectedX = 0;
  let expectedO = 0;
  let expectedS = 0;
  let variance = share as number;
  for (let i = 0; i < n; i += 1) {
    const total = variance + 1 - share;
    const x = (values[i] as number) - expectedX;
    const o = 1 - expectedO;
    const s = (i >= n - count ? 1 : 0) - expectedS;
    xx += (x * x) / total;
    oo += (o * o) / total;
    ss += (s * s) / total;
    xo += (x * o) / total;
    xs += (x * s) / total;
    os += (o * s) / total;
    product *= total;
    if (product < 1e-200) {
      logVariance += Math.log(product);
      product = 1;
    }
    if (share === 0 || i + 1 === n) continue;
    const gain = variance / total;
    const left = powers[Math.min(longestGap - 1, (weeks[i + 1] as number) - (weeks[i] as number))] as number;
    expectedX = (expectedX + gain * x) * left;
    expectedO = (expectedO + gain * o) * left;
    expectedS = (expectedS + gain * s) * left;
    variance = left * left * variance * (1 - gain) + share * (1 - left * left);
  }
  sums.xx = xx;
  sums.oo = oo;
  sums.ss = ss;
  sums.xo = xo;
  sums.xs = xs;
  sums.os = os;
  sums.logVariance = logVariance + Math.log(product);
}

/** The log-likelihood of a series under a model, and the squared distance of its step. The level and the step are free. */
function fitStep(series: Series, model: number, count: number): { logLikelihood: number; distance: number } {
  filter(series, model, count);
  const { xx, oo, ss, xo, xs, os, logVariance } = sums;
  const degrees = series.values.length - 2 + series.priorWeeks;
  const determinant = oo * ss - os * os;
  const step = (oo * xs - os * xo) / determinant;
  const level = (xo - os * step) / oo;
  const squares = Math.max(0, xx - level * xo - step * xs) + series.priorWeeks * series.priorVariance;
  const logLikelihood = -0.5 * (logVariance + Math.log(determinant) + degrees * Math.log(squares));
  return { logLikelihood, distance: (step * step * determinant * degrees) / (oo * squares) };
}

/** The same without a step. */
function fitLevel(series: Series, model: number): number {
  filter(series, model, 0);
  const { xx, oo, xo, logVariance } = sums;
  const degrees = series.values.length - 1 + series.priorWeeks;
  const squares = Math.max(0, xx - (xo * xo) / oo) + series.priorWeeks * series.priorVariance;
  return -0.5 * (logVariance + Math.log(oo) + degrees * Math.log(squares));
}

/**
 * Estimates for which shares of the series the models hold, by expectation maximisation. A model is taken up only if the
 * tenant's weeks clearly show it; otherwise a real shift could be mistaken for autocorrelation.
 *
 * @param stepOf the number of last values before which a series may have a step, which is then taken out; else 0
 * @param minimum the smallest share of each model
 */
export function estimatePersistence(
  series: readonly Series[],
  stepOf: (series: Series) => number,
  minimum: number,
): PersistencePrior {
  const every = Math.max(1, Math.ceil(series.length / thresholds.persistence.sample));
  const likelihoods = series
    .filter((one) => one.squares > 1e-9 && hashValues(one) % every === 0)
    .map((one) => computeLikelihoods(one, stepOf(one)));
  const used = [0];
  let shares = Float64Array.from(models, (_, model) => (model === 0 ? 1 : 0));
  let fit = maximise(likelihoods, shares, used, 0);
  while (used.length < models.length) {
    const next = findSteepest(likelihoods, fit.totals, used);
    if (next === null) break;
    const small = Math.max(0.002, 2 / likelihoods.length);
    const tried = shares.map((share, model) => (model === next ? small : share * (1 - small)));
    const triedFit = maximise(likelihoods, tried, [...used, next], iterations);
    if (triedFit.logLikelihood - fit.logLikelihood < minimumGain) break;
    shares = tried;
    fit = triedFit;
    used.push(next);
  }
  const floored = shares.map((share) => Math.max(share, minimum));
  const total = floored.reduce((sum, share) => sum + share, 0);
  return floored.map((share) => share / total);
}

/** By model, relative to the likeliest. */
function computeLikelihoods(series: Series, count: number): Float64Array {
  const logs = Float64Array.from(models, (_, model) =>
    count > 0 ? fitStep(series, model, count).logLikelihood : fitLevel(series, model),
  );
  const highest = Math.max(...logs);
  return logs.map((log) => Math.exp(log - highest));
}

type Fit = { logLikelihood: number; totals: Float64Array };

/** Changes `shares` to those that make the likelihoods largest. `totals` has the likelihood of each series. */
function maximise(likelihoods: readonly Float64Array[], shares: Float64Array, used: number[], rounds: number): Fit {
  const totals = new Float64Array(likelihoods.length);
  for (let round = 0; ; round += 1) {
    const counts = new Float64Array(models.length);
    counts[0] = independentSeries;
    let logLikelihood = 0;
    for (const [i, likelihood] of likelihoods.entries()) {
      let total = 0;
      for (const model of used) total += (shares[model] as number) * (likelihood[model] as number);
      totals[i] = total;
      logLikelihood += Math.log(total);
      for (const model of used) counts[model]! += ((shares[model] as number) * (likelihood[model] as number)) / total;
    }
    if (round === rounds) return { logLikelihood, totals };
    const sum = likelihoods.length + independentSeries;
    for (const model of used) shares[model] = (counts[model] as number) / sum;
  }
}

/** Returns the unused model that would raise the likelihood fastest; null if none would. */
function findSteepest(likelihoods: readonly Float64Array[], totals: Float64Array, used: number[]): number | null {
  let best = 0;
  let steepest = null as number | null;
  for (const model of models.keys()) {
    if (used.includes(model)) continue;
    let slope = -likelihoods.length;
    for (const [i, likelihood] of likelihoods.entries()) slope += (likelihood[model] as number) / (totals[i] as number);
    if (slope > best) {
      best = slope;
      steepest = model;
    }
  }
  return steepest;
}

/**
 * The squared distance of a step where weeks may be autocorrelated: the chance of such a step, averaged over the models by
 * how likely each is for this series with its step where it fits best. It is at most the distance of independent weeks.
 *
 * @param count the number of last values in the window that is tested
 * @param stepCount the number of last values after the best step: a window that ends beside it would look autocorrelated
 */
export function correctForPersistence(
  series: Series,
  count: number,
  stepCount: number,
  prior: PersistencePrior,
): number {
  const fits = models.map((_, model) => fitStep(series, model, count));
  const weights = weigh(
    stepCount === count ? fits : models.map((_, model) => fitStep(series, model, stepCount)),
    prior,
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const smallest = Math.min(...fits.map(({ distance }) => distance));
  const chance = fits.reduce(
    (sum, { distance }, model) => sum + (weights[model] as number) * Math.exp(-0.5 * caution * (distance - smallest)),
    0,
  );
  return Math.max(0, smallest - (2 / caution) * Math.log(chance / total));
}

/** The log-likelihood of a step before the last `count` values, over all models. */
export function computeStepLikelihood(series: Series, count: number, prior: PersistencePrior): number {
  const fits = models.map((_, model) => fitStep(series, model, count));
  const highest = Math.max(...fits.map(({ logLikelihood }) => logLikelihood));
  return highest + Math.log(weigh(fits, prior).reduce((sum, weight) => sum + weight, 0));
}

function weigh(fits: readonly { logLikelihood: number }[], prior: PersistencePrior): number[] {
  const highest = Math.max(...fits.map(({ logLikelihood }) => logLikelihood));
  return fits.map(({ logLikelihood }, model) => (prior[model] as number) * Math.exp(logLikelihood - highest));
}
