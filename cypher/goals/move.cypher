// Puts the caller's own goal into another week.
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
SET goal.weekStart = date($weekStart)
RETURN
  goal {
    .id, .title, .description, .type, .status,
    weekStart: toString(goal.weekStart),
    dateSet: toString(goal.dateSet),
    dateCompleted: toString(goal.dateCompleted)
  } AS goal
