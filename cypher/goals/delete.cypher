// Deletes the caller's own goal. No row when the goal does not exist or belongs to someone else.
// @batch
// @param goalId: id
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
WITH goal, goal.id AS id
DETACH DELETE goal
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'goal.deleted:' + id})
ON CREATE SET
  change.type = 'goal.deleted',
  change.subjectType = 'goal',
  change.subjectId = id,
  change.changed = [],
  change_entry(change)
RETURN id
