// cached_motivators(motivators): map, what was pulled from the provider last and the insight about it, or null.
motivators {
  .scores, .insight,
  lastSyncedAt: moment(motivators.lastSyncedAt)
}
