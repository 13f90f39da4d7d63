// goal_fields(goal): map, a goal as the interface shows it.
goal {
  .id, .title, .description, .type, .status,
  weekStart: toString(goal.weekStart),
  dateSet: moment(goal.dateSet),
  dateCompleted: moment(goal.dateCompleted)
}
