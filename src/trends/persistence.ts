// Autocorrelation of weekly scores: estimated for each series, with the tenant's other series as prior.
import type { Series } from './series.ts';
import { findStep } from './series.ts';
import { thresholds } from './thresholds.ts';

const { models, independentSeries, iterations, leastShare, caution } = thresholds.persistence;

/** The share of the tenant's series for which each of the models holds. */
export type PersistencePrior = Float64Array;

const decay = models.map(({ correlation }) =>
  Float64Array.from({ length: thresholds.weeks }, (_, gap) => correlation ** gap),
);

/**
 * The log-likelihood of a series under a model, and the squared distance of its step before the last `count` values; level
 * and step are free. The series is a lasting part (first-order autoregressive) plus independent noise (R. E. Kalman,
 * J. Basic Eng. 82, 1960). Weeks without a value are bridged.
 */
function fitStep(series: Series, model: number, count: number): { logLikelihood: number; distance: number } {
  const { values, weeks, priorWeeks, priorVariance } = series;
  const { share } = models[model] as (typeof models)[number];
  const powers = decay[model] as Float64Array;
  const n = values.length;
  // Sums of products of the values, the constant 1 and the step, each less its prediction from earlier weeks.
  let [xx, oo, ss, xo, xs, os, logVariance] = [0, 0, 0, 0, 0, 0, 0];
  let [expectedX, expectedO, expectedS, variance] = [0, 0, 0, share as number];
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
    if (share === 0 || i + 1 === n) continue;
    logVariance += Math.log(total);
    const gain = variance / total;
    const left = powers[(weeks[i + 1] as number) - (weeks[i] as number)] as number;
    expectedX = (expectedX + gain * x) * left;
    expectedO = (expectedO + gain * o) * left;
    expectedS = (expectedS + gain * s) * left;
    variance = left * left * variance * (1 - gain) + share * (1 - left * left);
  }
  logVariance += Math.log(variance + 1 - share);
  const degrees = n - 2 + priorWeeks;
  const determinant = oo * ss - os * os;
  const step = (oo * xs - os * xo) / determinant;
  const level = (xo - os * step) / oo;
  const squares = Math.max(0, xx - level * xo - step * xs) + priorWeeks * priorVariance;
  return {
    logLikelihood: -0.5 * (logVariance + Math.log(determinant) + degrees * Math.log(squares)),
    distance: (step * step * determinant * degrees) / (oo * squares),
  };
}

/**
 * Estimates for which shares of the series the models hold, by expectation maximisation. Each series has its best step taken
 * out; otherwise a real shift could be mistaken for autocorrelation.
 *
 * @param minimum the smallest share of each model
 */
export function estimatePersistence(series: readonly Series[], minimum: number): PersistencePrior {
  const every = Math.max(1, Math.ceil(series.length / thresholds.persistence.sample));
  const likelihoods = series
    .filter((one, i) => i % every === 0 && one.squares > 1e-9)
    .map((one) => weigh(fitModels(one, findStep(one).count), equal));
  let shares = models.map((_, model) => (model === 0 ? 1 - 0.01 * (models.length - 1) : 0.01));
  for (let round = 0; round < iterations; round += 1) {
    const counts = models.map((_, model) => (model === 0 ? independentSeries : 0));
    for (const likelihood of likelihoods) {
      const total = likelihood.reduce((sum, one, model) => sum + one * (shares[model] as number), 0);
      for (const [model, one] of likelihood.entries()) counts[model]! += (one * (shares[model] as number)) / total;
    }
    shares = counts.map((count) => count / (likelihoods.length + independentSeries));
  }
  const floored = shares.map((share) => (share < leastShare ? minimum : share));
  const total = floored.reduce((sum, share) => sum + share, 0);
  return Float64Array.from(floored, (share) => share / total);
}

const equal = Float64Array.from(models, () => 1);

/**
 * The squared distance of a step where weeks may be autocorrelated: the chance of such a step, averaged over the models by
 * how likely each is for this series with this step. It is at most the distance of independent weeks.
 *
 * @param count the number of last values after the step
 */
export function correctForPersistence(series: Series, count: number, prior: PersistencePrior): number {
  const fits = fitModels(series, count);
  const weights = weigh(fits, prior);
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
  const fits = fitModels(series, count);
  const highest = Math.max(...fits.map(({ logLikelihood }) => logLikelihood));
  return highest + Math.log(weigh(fits, prior).reduce((sum, weight) => sum + weight, 0));
}

type Fits = { logLikelihood: number; distance: number }[];

function fitModels(series: Series, count: number): Fits {
  return models.map((_, model) => fitStep(series, model, count));
}

/** By model: its likelihood relative to the likeliest, times its share. */
function weigh(fits: Fits, shares: PersistencePrior): number[] {
  const highest = Math.max(...fits.map(({ logLikelihood }) => logLikelihood));
  return fits.map(({ logLikelihood }, model) => (shares[model] as number) * Math.exp(logLikelihood - highest));
}
