// Returns a user's cached motivators; `cached` is null before the first pull.
// @param userId: id
OPTIONAL MATCH (motivators:Motivators {tenantId: $tenantId, userId: $userId})
RETURN cached_motivators(motivators) AS cached
