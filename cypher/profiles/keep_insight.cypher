// Keeps the insight that was written about a user's motivators, unless the scores have changed meanwhile.
MATCH (motivators:Motivators {tenantId: $tenantId, userId: $userId, scores: $scores})
SET motivators.insight = $insight
RETURN motivators.userId AS userId
