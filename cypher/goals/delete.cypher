// Deletes the caller's own goal. No row when the goal does not exist or belongs to someone else.
// @batch
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
WITH goal, goal.id AS id
DETACH DELETE goal
RETURN id
