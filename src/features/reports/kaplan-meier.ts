// The Kaplan–Meier estimate: how many have an answer after a time, when some were only watched for a while.

/** From `time` on until the next step, this share (0 to 1) has an answer. */
type Step = { time: number; share: number };
/** `until`: the longest time that anybody was watched; nothing is known beyond. */
export type AnswerCurve = { steps: Step[]; until: number };

/**
 * Computes the product-limit estimate: E. L. Kaplan and P. Meier, Nonparametric estimation from incomplete observations,
 * Journal of the American Statistical Association 53 (1958), 457–481. Where an answer and an end of watching have the same
 * time, the answer counts as earlier.
 *
 * @param answered the times after which answers came, in any unit
 * @param open the times for which those without an answer were watched, in the same unit
 */
export function estimateAnswers(answered: readonly number[], open: readonly number[]): AnswerCurve {
  const answers = answered.toSorted((a, b) => a - b);
  const ends = open.toSorted((a, b) => a - b);
  const steps: Step[] = [];
  let without = 1;
  let ended = 0;
  for (let at = 0; at < answers.length;) {
    const time = answers[at] ?? 0;
    let next = at + 1;
    while (answers[next] === time) next += 1;
    while ((ends[ended] ?? Infinity) < time) ended += 1;
    without *= 1 - (next - at) / (answers.length - at + ends.length - ended);
    steps.push({ time, share: 1 - without });
    at = next;
  }
  return { steps, until: Math.max(answers.at(-1) ?? 0, ends.at(-1) ?? 0) };
}

/** The share (0 to 1) with an answer within a time; null if nobody was watched for so long, and not all have one. */
export function findShareWithin({ steps, until }: AnswerCurve, time: number): number | null {
  const share = steps.findLast((step) => step.time <= time)?.share ?? 0;
  return time <= until || share === 1 ? share : null;
}

/** The time after which half have an answer; null if fewer have one. */
export function findMedianTime({ steps }: AnswerCurve): number | null {
  return steps.find(({ share }) => share >= 0.5 - Number.EPSILON)?.time ?? null;
}
