// The id of the caller's own summary of a week, if there is one.
MATCH (summary:Summary {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
RETURN summary.id AS id
