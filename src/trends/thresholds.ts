// Every threshold of trend detection but the minimum group, which a tenant sets. Changing one changes the README.

export const thresholds = {
  /** The false-discovery level: the expected share of false flags in a week. If nothing shifts, the chance of any flag. */
  level: 0.05,
  /** How many weeks are looked at, the detected one included: the longest recent window and as many before it. */
  weeks: 52,
  /** A shift is looked for among so many of the last weeks. */
  longestRecent: 26,
  /**
   * Of so many scores a shift counts in full. Fewer need more evidence, because short swings are frequent, in proportion to
   * their number; more than these the evidence of a share.
   */
  recentWeight: { most: 10, long: 0.15 },
  /** A shift is tested with at least this many scores. */
  minimumRecent: 3,
  /** And with this share of its weeks: missing weeks may be the bad ones, and the others then do not show how they last. */
  minimumWritten: 2 / 3,
  /** The same for the weeks before. */
  minimumBaseline: 12,
  /** In points; a smaller difference of the displayed means is never flagged. */
  minimumShift: 0.3,
  /** The shares of the level. Together less than 1, because the level is measured on made-up processes, not proven. */
  levelShares: { people: 0.6, groups: 0.2 },
  /** Distances (in standard errors) below this are no evidence. */
  screeningDistance: 2.5,
  /** The number of random orders of each series. */
  orders: { people: 100, groups: 400 },
  persistence: {
    /**
     * The ways in which good and bad times may last: `correlation` from week to week of the part of the variance, `share`,
     * that lasts. The first is that weeks are independent.
     */
    models: [
      { correlation: 0, share: 0 },
      { correlation: 0.5, share: 0.9 },
      { correlation: 0.87, share: 0.9 },
    ],
    /** A smaller share may be chance. */
    leastShare: 0.01,
    /** The share of series for which any model may hold although the tenant's weeks do not show it. */
    minimumShare: { people: 2e-4, groups: 2e-3 },
    /** Of the share of people with autocorrelated scores, the share of groups for which any model may hold. */
    fromPeople: 0.25,
    /** The prior counts as this number of series with independent weeks. */
    independentSeries: 20,
    /** The largest number of series that the estimate reads. */
    sample: 3_000,
    iterations: 25,
    /** Between 0 (the average of the models decides) and 1 (the most doubtful model decides). */
    caution: 0.7,
  },
  /** How much the spread of a series is taken from the tenant's others, in weeks. */
  priorWeeks: { people: 20, groups: 4 },
  /** A step that is this far apart, in standard errors of its own series, is no spread. */
  clearStep: 4,
  /** In points; no spread is taken to be smaller. */
  minimumSpread: 0.1,
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
    /** A week of the tenant or a department is taken out of people's scores where it is beyond this, in standard errors. */
    minimumDistance: 2,
    /** A week is that of all if more than this share of the people move the same way. */
    tenantMajority: 0.6,
    departmentMajority: 0.75,
  },
  start: {
    /** The confidence of the range of weeks in which a shift may have begun. */
    confidence: 0.9,
    minimumScores: 2,
  },
} as const;
