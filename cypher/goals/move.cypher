// Moves the caller's own goal to the week that starts on $weekStart (a Monday, yyyy-mm-dd) and returns it. No row when
// the goal does not exist or belongs to someone else. Writing the id first takes the goal's write lock.
// @batch
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
SET goal.id = $goalId
WITH goal, goal.weekStart AS weekBefore
SET goal.weekStart = date($weekStart)
WITH goal, weekBefore
CALL (goal, weekBefore) {
  WITH * WHERE weekBefore <> date($weekStart)
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'goal.updated:' + $changeId})
  ON CREATE SET
    change.type = 'goal.updated',
    change.subjectType = 'goal',
    change.subjectId = goal.id,
    change.changed = ['weekStart'],
    // @include change_entry
}
RETURN
  goal {
    .id, .title, .description, .type, .status,
    weekStart: toString(goal.weekStart),
    dateSet: left(toString(goal.dateSet + duration({nanoseconds: 1})), 23) + 'Z',
    dateCompleted: left(toString(goal.dateCompleted + duration({nanoseconds: 1})), 23) + 'Z'
  } AS goal
