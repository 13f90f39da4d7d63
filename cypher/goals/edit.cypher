// Changes the caller's own goal, which is locked first (see org/lock); null leaves a field as it is. Completing dates the
// goal once, reopening removes the date.
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
SET goal.id = $goalId
SET
  goal.title = coalesce($title, goal.title),
  goal.description = coalesce($description, goal.description),
  goal.type = coalesce($type, goal.type),
  goal.status = coalesce($status, goal.status)
SET goal.dateCompleted = CASE goal.status WHEN 'completed' THEN coalesce(goal.dateCompleted, datetime($now)) END
RETURN
  goal {
    .id, .title, .description, .type, .status,
    weekStart: toString(goal.weekStart),
    dateSet: left(toString(goal.dateSet + duration({nanoseconds: 1})), 23) + 'Z',
    dateCompleted: left(toString(goal.dateCompleted + duration({nanoseconds: 1})), 23) + 'Z'
  } AS goal
