// Writes a text about motivators by a fixed rule: which matter most and which least.

type Score = { name: string; score: number };

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

/** Appends who wrote the text and on which day, so readers can tell a rule from a language model. */
export function withAttribution(writer: { model: string } | 'rule', text: string, at: string): string {
  const day = at.slice(0, 10);
  const attribution =
    writer === 'rule'
      ? `Written by a fixed rule of this service, not by a language model, from the scores of ${day}.`
      : `Written by the language model ${writer.model} on ${day}, from the scores alone.`;
  return `${text}\n\n${attribution}`;
}

function formatScores(scores: readonly Score[]): string {
  return scores.map(({ name, score }) => `${name} (${score})`).join(', ');
}
