// Creates a goal of the caller and returns it. MERGE on the id makes a retried transaction return the goal of the first
// attempt. $copyOf is the id of the goal that it copies, or null: a second copy violates the constraint
// goal_once_copied. No row when the caller is unknown or deactivated, or has $maxGoals other goals in that week: the
// lock on the owner makes their goals wait for each other.
// @batch
// @param weekStart: date
// @param goalId: id
// @param maxGoals: number
// @param title: text
// @param description: text or null
// @param copyOf: text or null
// @param type: text
// @param now: instant
MATCH (owner:User {tenantId: $tenantId, id: $callerId, active: true})
SET owner.id = $callerId
WITH owner, COUNT {
  MATCH (other:Goal {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
  WHERE other.id <> $goalId
} AS others
WHERE others < $maxGoals
MERGE (goal:Goal {tenantId: $tenantId, id: $goalId})
ON CREATE SET
  goal:$($tenantLabel),
  goal.userId = $callerId,
  goal.title = $title,
  goal.description = $description,
  goal.copyOf = $copyOf,
  goal.type = $type,
  goal.status = 'active',
  goal.weekStart = date($weekStart),
  goal.dateSet = datetime($now)
MERGE (owner)-[:OWNS]->(goal)
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'goal.created:' + goal.id})
ON CREATE SET
  change.type = 'goal.created',
  change.subjectType = 'goal',
  change.subjectId = goal.id,
  change.changed = [],
  change_entry(change)
RETURN
  goal_fields(goal) AS goal
