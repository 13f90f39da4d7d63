// Map: a goal as the interface shows it. Expects `goal`, which may be null.
goal {
  .id, .title, .description, .type, .status,
  weekStart: toString(goal.weekStart),
  dateSet: moment(goal.dateSet),
  dateCompleted: moment(goal.dateCompleted)
}
