// Moves the caller's own goal to the week that starts on $weekStart (a Monday, yyyy-mm-dd) and returns it. No row when
// the goal does not exist or belongs to someone else.
// @batch
MATCH (goal:Goal {tenantId: $tenantId, id: $goalId, userId: $callerId})
SET goal.weekStart = date($weekStart)
RETURN
  goal {
    .id, .title, .description, .type, .status,
    weekStart: toString(goal.weekStart),
    dateSet: left(toString(goal.dateSet + duration({nanoseconds: 1})), 23) + 'Z',
    dateCompleted: left(toString(goal.dateCompleted + duration({nanoseconds: 1})), 23) + 'Z'
  } AS goal
