// In which week a shift most likely began.
import { computeStepLikelihood, type PersistencePrior } from './persistence.ts';
import type { Series } from './series.ts';
import { thresholds } from './thresholds.ts';

/** The numbers of last values since the start: the likeliest, and the range that holds the start with the confidence. */
type ChangePoint = { likeliest: number; earliest: number; latest: number };

/**
 * Estimates the start of a shift: each value may be the first of it, all equally likely beforehand (A. F. M. Smith,
 * Biometrika 62, 1975). The range has the likeliest starts up to the confidence, and those between them.
 *
 * @param isPossible whether a number of last values can be shown as the shift
 * @returns null if none can
 */
export function estimateStart(
  series: Series,
  prior: PersistencePrior,
  isPossible: (count: number) => boolean,
): ChangePoint | null {
  const { minimumScores, confidence } = thresholds.start;
  const counts: { count: number; log: number }[] = [];
  for (let count = minimumScores; count <= series.values.length - thresholds.minimumBaseline; count += 1) {
    if (isPossible(count)) counts.push({ count, log: computeStepLikelihood(series, count, prior) });
  }
  const ranked = counts.sort((a, b) => b.log - a.log);
  const [best] = ranked;
  if (!best) return null;
  const chances = ranked.map(({ log }) => Math.exp(log - best.log));
  const total = chances.reduce((sum, chance) => sum + chance, 0);
  let covered = 0;
  const likely = ranked.filter((_, i) => {
    const isIn = covered < confidence * total;
    covered += chances[i] as number;
    return isIn;
  });
  const all = likely.map(({ count }) => count);
  return { likeliest: best.count, earliest: Math.max(...all), latest: Math.min(...all) };
}
