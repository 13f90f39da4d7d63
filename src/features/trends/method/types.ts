// The types of trend detection: input (check-ins) and output (flags).
import type { Dimension } from '../../../platform/schema/scores.ts';

/**
 * The scores of a summary. `weeksAgo` counts from the detected week (0); `department` is the writer's at that time.
 * Check-ins can come in any order; those outside the windows are ignored.
 */
export type CheckIn = { weeksAgo: number; department?: string | null; scores: Record<Dimension, number> };

/** What was tested. `subject` is the id of a person, the name of a department, or empty for the organisation. */
export type Subject = { scope: 'individual' | 'department' | 'organisation'; subject: string; dimension: Dimension };

/** A notable shift. */
export type Flag = Subject & {
  direction: 'up' | 'down';
  /** The number of scores in the recent mean. */
  n: number;
  /** The mean since the shift most likely began. */
  recentMean: number;
  /** The mean of the weeks before. */
  baselineMean: number;
  /** Cliff's delta, from -1 (every recent week is below every baseline week) to 1. */
  effectSize: number;
  /** The probability that a random person (or group), with their own weeks in random order, is at least as far apart. */
  p: number;
  /** `p` after the Benjamini–Hochberg correction for all tests of the week; at most the level. */
  adjustedP: number;
  /** The first week of the shift, as the number of weeks ago: the likeliest, and a range with a confidence of 90 %. */
  start: { weeksAgo: number; earliest: number; latest: number };
  /** The weeks behind the two means, oldest first: a person's scores, or a group's means. */
  series: { weeksAgo: number; value: number }[];
  /** Only for a group: false if its readers see the direction alone. */
  hasNumbers?: boolean;
};

/**
 * Rounds the numbers of a flag: means of groups to a tenth, means of people and the effect size to a hundredth, and p, which
 * depends on the scores of everybody, to one significant digit.
 */
export function roundFlag(flag: Flag): Flag {
  const toDigits = (digits: number) => (value: number) => Number(value.toFixed(digits));
  const mean = toDigits(flag.scope === 'individual' ? 2 : 1);
  return {
    ...flag,
    recentMean: mean(flag.recentMean),
    baselineMean: mean(flag.baselineMean),
    effectSize: toDigits(2)(flag.effectSize),
    p: Number(flag.p.toPrecision(1)),
    adjustedP: Number(flag.adjustedP.toPrecision(1)),
    series: flag.series.map(({ weeksAgo, value }) => ({ weeksAgo, value: mean(value) })),
  };
}
