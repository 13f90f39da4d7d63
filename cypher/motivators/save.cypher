// Stores a user's motivators as pulled from the provider ($scores: JSON) and returns them. Removes the insight when the
// scores changed.
// @param userId: id
// @param scores: JSON text
// @param now: instant
MATCH (user:User {tenantId: $tenantId, id: $userId})
MERGE (motivators:Motivators {tenantId: $tenantId, userId: $userId})
ON CREATE SET motivators:$($tenantLabel)
MERGE (user)-[:HAS]->(motivators)
SET
  motivators.insight = CASE motivators.scores WHEN $scores THEN motivators.insight END,
  motivators.scores = $scores,
  motivators.lastSyncedAt = datetime($now)
RETURN cached_motivators(motivators) AS cached
