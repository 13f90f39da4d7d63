// Updates the caller's own goal and returns it; a null parameter keeps its field, but with
// $setsDescription null clears the description. Completing sets dateCompleted once,
// reopening removes it. Writing the id first takes the node's write lock: concurrent edits of a goal run one after the
// other (see organisation/lock_tenant). No row when the goal does not exist or belongs to someone else.
// @batch
// @param goalId: id
// @param title: text or null
// @param description: text or null
// @param setsDescription: boolean
// @param type: text or null
// @param status: text or null
// @param now: instant
// @param changeId: id
MATCH (locked:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
SET locked.id = $goalId
WITH locked
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
WITH goal, goal.status AS statusBefore, [
  CASE WHEN $title <> goal.title THEN 'title' END,
  CASE WHEN $setsDescription AND coalesce($description, '') <> coalesce(goal.description, '') THEN 'description' END,
  CASE WHEN $type <> goal.type THEN 'type' END,
  CASE WHEN $status <> goal.status THEN 'status' END
] AS changes
SET
  goal.title = coalesce($title, goal.title),
  goal.description = CASE WHEN $setsDescription THEN $description ELSE goal.description END,
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
    change_entry(change)
}
RETURN
  goal_fields(goal) AS goal
