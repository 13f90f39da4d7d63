// Every threshold of trend detection but the minimum group, which a tenant sets. Changing one changes the README.

export const thresholds = {
  /** The false-discovery level: the expected share of false flags in a week. If nothing shifts, the chance of any flag. */
  level: 0.05,
  /** How many weeks are looked at, the detected one included: the longest recent window and as many before it. */
  weeks: 52,
  /**
   * The lengths, in weeks, of the recent windows that are compared with the weeks before. A lower `weight` demands more
   * evidence from a window of a person: short windows produce more false alarms.
   */
  windows: [
    { weeks: 4, weight: 0.3 },
    { weeks: 5, weight: 0.4 },
    { weeks: 6, weight: 0.5 },
    { weeks: 7, weight: 0.6 },
    { weeks: 8, weight: 0.7 },
    { weeks: 10, weight: 0.85 },
    { weeks: 12, weight: 1 },
    { weeks: 18, weight: 0.15 },
    { weeks: 26, weight: 0.15 },
  ],
  /** A window is tested with at least this many scores. */
  minimumRecent: 3,
  /** And with this share of its weeks: missing weeks may be the bad ones, and the others then do not show how they last. */
  minimumWritten: 2 / 3,
  /** The same for the weeks before. */
  minimumBaseline: 12,
  /** In points; a smaller difference of the displayed means is never flagged. */
  minimumShift: 0.3,
  /** The shares of the level. Together less than 1, because the level is measured on made-up processes, not proven. */
  levelShares: { people: 0.55, groups: 0.2 },
  /** Distances (in standard errors) below this are no evidence. */
  screeningDistance: 2.5,
  /** The number of random orders of each series: enough for this many draws in all, within the limits. */
  permutations: { draws: 200_000, atLeast: 100, atMost: 1_000 },
  persistence: {
    /**
     * The ways in which good and bad times may last: `correlation` from week to week of the part of the variance, `share`,
     * that lasts. The first is that weeks are independent.
     */
    models: [
      { correlation: 0, share: 0 },
      { correlation: 0.3, share: 1 },
      { correlation: 0.5, share: 0.9 },
      { correlation: 0.7, share: 0.4 },
      { correlation: 0.7, share: 0.9 },
      { correlation: 0.85, share: 0.4 },
      { correlation: 0.85, share: 0.85 },
      { correlation: 0.93, share: 0.25 },
      { correlation: 0.93, share: 0.6 },
      { correlation: 0.93, share: 0.9 },
    ],
    /** A model is taken up if it raises the log-likelihood of the tenant's weeks by this much. */
    minimumGain: 3,
    /** The share of series for which any model may hold although the tenant's weeks do not show it. */
    minimumShare: { people: 2e-4, groups: 2e-3 },
    /** The share of groups for which any model may hold, as a part of the share of people with autocorrelated scores. */
    fromPeople: 0.25,
    /** A step that is this far apart, in standard errors, is taken out before persistence is measured. */
    stepDistance: 1.5,
    /** The prior counts as this number of series with independent weeks. */
    independentSeries: 20,
    /** The largest number of series that the estimate reads. */
    sample: 3_000,
    iterations: 25,
    /** Between 0 (the average of the models decides) and 1 (the most doubtful model decides). */
    caution: 0.7,
  },
  /** How much a person's spread is taken from the tenant's, in weeks: estimated, within these limits. */
  priorWeeks: { atLeast: 4, atMost: 60, groups: 4 },
  /** A step that is this far apart, in standard errors of its own series, is taken out before the spread is measured. */
  clearStep: 4,
  /** In points; no spread is taken to be smaller. */
  minimumSpread: { people: 0.1, groups: 0.05 },
  varianceChange: {
    /** Squared deviations so many scores apart show whether the variance changes over time: near, next and far. */
    distances: [1, 2, 7],
    /** A smaller change counts as none, and that of fewer series is not measured. */
    least: 0.25,
    series: 30,
    /** Where it changes, so many scores in a row stay together in a random order. */
    together: 4,
  },
  sharedWeeks: {
    /** A week of a department is taken out of people's scores where it is beyond this, in standard errors. */
    minimumDistance: 2,
    /** A department's week is taken out unless more than this share of its people are this many standard deviations off. */
    farShare: 0.25,
    farDistance: 1.5,
  },
  /**
   * While the organisation has a flag of the same dimension and direction, the move of a person or a department must be so many
   * standard deviations from those of the others in the same weeks.
   */
  beyondOthers: 5,
  /** That holds where this share of all people have moved in the direction of the flag. */
  everybody: 0.8,
  start: {
    /** The confidence of the range of weeks in which a shift may have begun. */
    confidence: 0.9,
    minimumScores: 2,
  },
} as const;
