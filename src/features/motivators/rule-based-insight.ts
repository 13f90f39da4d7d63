// The fixed rule that writes about motivators where no language model does: what matters most and what least.
import type { Score } from './source.ts';

/** From this score on, a motivator is a need, according to the publisher of the assessment. */
const needThreshold = 68;
const highestShown = 3;
const lowestShown = 2;

/** Describes a person's scores; deterministic. */
export function describeScores(scores: readonly Score[]): string {
  if (scores.length === 0) return 'No motivators are known yet.';
  const ranked = [...scores].sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  const needs = ranked.filter(({ score }) => score >= needThreshold).length;
  const lowest = ranked.slice(highestShown).slice(-lowestShown).reverse();
  return [
    `Matters most: ${formatScores(ranked.slice(0, highestShown))}.`,
    ...(lowest.length > 0 ? [`Matters least: ${formatScores(lowest)}.`] : []),
    `${needs === 0 ? 'None' : needs} of ${scores.length} reach ${needThreshold}, the score from which a motivator counts as a need.`,
    'A score says how much something matters to the person, not how good they are at it; no motivator is good or bad.',
  ].join(' ');
}

function formatScores(scores: readonly Score[]): string {
  return scores.map(({ name, score }) => `${name} (${score})`).join(', ');
}
