// Updates the caller's own goal and returns it; a null parameter keeps its field. Completing sets dateCompleted once,
// reopening removes it. Writing the id first takes the node's write lock: concurrent edits of a goal run one after the
// other (see org/lock_tenant). No row when the goal does not exist or belongs to someone else.
// @batch
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
SET goal.id = $goalId
WITH goal, goal.status AS statusBefore, [
  CASE WHEN $title <> goal.title THEN 'title' END,
  CASE WHEN $description IS NOT NULL AND $description <> coalesce(goal.description, '') THEN 'description' END,
  CASE WHEN $type <> goal.type THEN 'type' END,
  CASE WHEN $status <> goal.status THEN 'status' END
] AS changes
SET
  goal.title = coalesce($title, goal.title),
  goal.description = coalesce($description, goal.description),
  goal.type = coalesce($type, goal.type),
  goal.status = coalesce($status, goal.status)
SET goal.dateCompleted = CASE goal.status WHEN 'completed' THEN coalesce(goal.dateCompleted, datetime($now)) END
WITH goal, statusBefore, [name IN changes WHERE name IS NOT NULL] AS changes
CALL (goal, statusBefore, changes) {
  WITH * WHERE size(changes) > 0
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'goal.updated:' + $changeId})
  ON CREATE SET
    change.type = CASE WHEN goal.status = 'completed' AND statusBefore <> 'completed' THEN 'goal.completed' ELSE 'goal.updated' END,
    change.subjectType = 'goal',
    change.subjectId = goal.id,
    change.changed = changes,
    // @include change_entry
}
RETURN
  // @include goal_fields
  AS goal
