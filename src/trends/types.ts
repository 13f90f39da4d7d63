// The words of trend flags: what a tenant may set, what goes in, what comes out.

export const dimensions = ['qualityOfWork', 'personalWellbeing', 'professionalWellbeing'] as const;
export type Dimension = (typeof dimensions)[number];

/** What a tenant may set; `defaultTrendSettings` where it sets nothing. */
export type TrendSettings = {
  /** The threshold: the share of false flags to expect among a week's flags; where nothing shifts, the chance of any. */
  level: number;
  /** The last weeks, the one that is looked at included, that are held against the baseline. */
  recentWeeks: number;
  /** The weeks before those. */
  baselineWeeks: number;
  /** Fewer recent weeks with a score than this, and nothing is tested. */
  minimumRecent: number;
  /** The same of the baseline. */
  minimumBaseline: number;
  /** So many people at least stand behind each number of a group in each week that counts. */
  minimumGroup: number;
  /** Points; a smaller difference of the two means is never flagged. */
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
 * A summary's scores: written for the week that many weeks before the one that is looked at (0), by somebody who then
 * belonged to that department. Any order; what lies outside the windows is passed over.
 */
export type CheckIn = { weeksAgo: number; department?: string | null; scores: Record<Dimension, number> };

/** What was tested: a person by id, a department by name, or the organisation (an empty name). */
export type Subject = { scope: 'individual' | 'department' | 'organisation'; subject: string; dimension: Dimension };

/** A notable shift. */
export type Flag = Subject & {
  direction: 'up' | 'down';
  /** How many scores stand behind the recent mean. */
  n: number;
  recentMean: number;
  baselineMean: number;
  /** Cliff's delta: from -1, every recent week is below every week of the baseline, to 1. */
  effectSize: number;
  /** How likely somebody (or a group) at random is at least so far apart when their own weeks come in random order. */
  p: number;
  /** The same after all that was tested with it (Benjamini–Hochberg): at most the level. */
  adjustedP: number;
};

/**
 * A flag with its numbers as they are kept and shown: statistics to 6 significant digits, the means of groups to a tenth,
 * since exact ones of consecutive weeks can be subtracted. A person's means are for readers of that person's scores.
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
