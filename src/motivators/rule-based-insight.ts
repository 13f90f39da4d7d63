// What a fixed rule can say of motivators: which matter most and which least. It ranks no person and guesses nothing.

type Score = { name: string; score: number };

/** From this score a motivator is one that somebody needs to have met, by the makers of the assessment. */
const needThreshold = 68;
const mostNamed = 3;
const leastNamed = 2;

/** A short reading of somebody's motivators, the same for the same scores. */
export function describeScores(scores: readonly Score[]): string {
  if (scores.length === 0) return 'No motivators are known yet.';
  const ranked = [...scores].sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1));
  const needs = ranked.filter(({ score }) => score >= needThreshold).length;
  const least = ranked.slice(mostNamed).slice(-leastNamed).reverse();
  return [
    `Matters most: ${formatScores(ranked.slice(0, mostNamed))}.`,
    ...(least.length > 0 ? [`Matters least beside the others: ${formatScores(least)}.`] : []),
    `${needs === 0 ? 'None' : needs} of ${scores.length} reach ${needThreshold}, from where a motivator is one a person needs to have met.`,
    'A score says how much something matters to the person, not how good they are at it; no motivator is good or bad.',
  ].join(' ');
}

/** A text with who wrote it and on which day, so that nobody takes the one for the other. */
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
