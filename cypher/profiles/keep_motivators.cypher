// Keeps a user's motivators as the provider gave them; an insight stays only while the scores are the same.
MATCH (user:User {tenantId: $tenantId, id: $userId})
MERGE (motivators:Motivators {tenantId: $tenantId, userId: $userId})
ON CREATE SET motivators:$($tenantLabel)
MERGE (user)-[:HAS]->(motivators)
SET
  motivators.insight = CASE motivators.scores WHEN $scores THEN motivators.insight END,
  motivators.scores = $scores,
  motivators.lastSyncedAt = datetime($now)
RETURN motivators {.scores, .insight, lastSyncedAt: left(toString(motivators.lastSyncedAt + duration({nanoseconds: 1})), 23) + 'Z'} AS kept
