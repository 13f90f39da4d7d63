// Returns the id of the caller's summary of a week ($weekStart: a Monday, yyyy-mm-dd). No row when there is none.
// @param weekStart: date
MATCH (summary:Summary {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
RETURN summary.id AS id
