// The Kaplan–Meier estimate: how many have an answer after a time, when some were only watched for a while.

/** From `time` on until the next step, this share (0 to 1) has an answer. `spread` is Greenwood's sum up to it. */
type Step = { time: number; share: number; spread: number };
/** `until`: the longest time that anybody was watched; nothing is known beyond. `times`: how long each was, answered or not. */
export type AnswerCurve = { steps: Step[]; until: number; answered: number; times: number[] };

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
  let spread = 0;
  let ended = 0;
  for (let at = 0; at < answers.length;) {
    const time = answers[at] ?? 0;
    let next = at + 1;
    while (answers[next] === time) next += 1;
    while ((ends[ended] ?? Infinity) < time) ended += 1;
    const came = next - at;
    const waiting = answers.length - at + ends.length - ended;
    without *= 1 - came / waiting;
    spread += came / (waiting * (waiting - came));
    steps.push({ time, share: 1 - without, spread });
    at = next;
  }
  const until = Math.max(answers.at(-1) ?? 0, ends.at(-1) ?? 0);
  return { steps, until, answered: answers.length, times: [...answers, ...ends] };
}

/**
 * How many observations the share within a time is worth: as many as would give a plain share the same variance, which is that of M.
 * Greenwood, The natural duration of cancer (1926). With this number the interval of a share is that of K. J. Rothman, Estimation of
 * confidence limits for the cumulative probability of survival in life table analysis, Journal of Chronic Diseases 31 (1978), 557–560.
 * Where none or all have an answer, it is the number of those of whom this is known.
 */
export function countBehind({ steps, answered, times }: AnswerCurve, time: number): number {
  const step = steps.findLast((one) => one.time <= time);
  if (!step) return times.filter((one) => one >= time).length;
  return step.share === 1 ? answered : step.share / ((1 - step.share) * step.spread);
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
