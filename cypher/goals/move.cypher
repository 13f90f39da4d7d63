// Moves the caller's own goal to the week that starts on $weekStart (a Monday, yyyy-mm-dd) and returns it. No row when
// the goal does not exist or belongs to someone else. It stays where it is, and `isFull` is true, when they have
// $maxGoals other goals in that week. Writing the ids first takes the write locks of the goal and of its owner.
// @batch
// @param goalId: id
// @param weekStart: date
// @param maxGoals: number
// @param changeId: id
MATCH (locked:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
SET locked.id = $goalId
WITH locked
MATCH (owner:User {tenantId: $tenantId, id: $callerId})
SET owner.id = $callerId
WITH owner
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
WITH goal, goal.weekStart AS weekBefore, COUNT {
  MATCH (other:Goal {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
  WHERE other.id <> $goalId
} >= $maxGoals AS isFull
SET goal.weekStart = CASE WHEN isFull THEN goal.weekStart ELSE date($weekStart) END
WITH goal, weekBefore, isFull
CALL (goal, weekBefore) {
  WITH * WHERE weekBefore <> goal.weekStart
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'goal.updated:' + $changeId})
  ON CREATE SET
    change.type = 'goal.updated',
    change.subjectType = 'goal',
    change.subjectId = goal.id,
    change.changed = ['weekStart'],
    change_entry(change)
}
RETURN
  goal_fields(goal) AS goal,
  isFull
