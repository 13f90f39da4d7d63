// The types of trend detection: settings, input (check-ins) and output (flags).
import type { Dimension } from '../model/scores.ts';

/** The parameters of the method; a tenant can set some of them. */
export type TrendSettings = {
  /** The false-discovery level: the expected share of false flags in a week. If nothing shifts, the chance of any flag. */
  level: number;
  /** Number of recent weeks, including the detected one, that are compared with the baseline. */
  recentWeeks: number;
  /** Number of weeks before the recent ones. */
  baselineWeeks: number;
  /** With fewer recent weeks with a score, nothing is tested. */
  minimumRecent: number;
  /** The same for the baseline. */
  minimumBaseline: number;
  /** A group's week with fewer people is left out. */
  minimumGroup: number;
  /** In points; a smaller difference of the means is never flagged. */
  minimumShift: number;
};

export const defaultTrendSettings: TrendSettings = {
  level: 0.05,
  recentWeeks: 5,
  baselineWeeks: 47,
  minimumRecent: 3,
  minimumBaseline: 12,
  minimumGroup: 5,
  minimumShift: 0.3,
};

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
  recentMean: number;
  baselineMean: number;
  /** Cliff's delta, from -1 (every recent week is below every baseline week) to 1. */
  effectSize: number;
  /** The probability that a random person (or group), with their own weeks in random order, is at least as far apart. */
  p: number;
  /** `p` after the Benjamini–Hochberg correction for all tests of the week; at most the level. */
  adjustedP: number;
};

/**
 * Rounds the numbers of a flag: statistics and a person's means to 6 significant digits, means of groups to a tenth. Exact
 * means of groups could be subtracted from those of the next week; readers of a person's flag may read the scores anyway.
 */
export function roundFlag(flag: Flag): Flag {
  const statistic = (value: number): number => Number(value.toPrecision(6));
  const mean = flag.scope === 'individual' ? statistic : (value: number) => Number(value.toFixed(1));
  return {
    ...flag,
    recentMean: mean(flag.recentMean),
    baselineMean: mean(flag.baselineMean),
    effectSize: statistic(flag.effectSize),
    p: statistic(flag.p),
    adjustedP: statistic(flag.adjustedP),
  };
}
