// Stores the insight written about a user's motivators. No row when $scores differ from the stored scores, because a
// newer pull has replaced them: they are read under the lock.
// @param userId: id
// @param scores: JSON text
// @param insight: text
MATCH (motivators:Motivators {tenantId: $tenantId, userId: $userId})
SET motivators.userId = $userId
WITH motivators
WHERE motivators.scores = $scores
SET motivators.insight = $insight
RETURN motivators.userId AS userId
