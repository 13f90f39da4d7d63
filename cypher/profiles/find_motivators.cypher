// Returns a user's cached motivators; `cached` is null before the first pull.
OPTIONAL MATCH (motivators:Motivators {tenantId: $tenantId, userId: $userId})
RETURN
  motivators {
    .scores, .insight,
    lastSyncedAt: moment(motivators.lastSyncedAt)
  } AS cached
