// Returns a page of a user's goals, newest week first, then the newest goal first, behind the position $after
// ({weekStart, dateSet, id} or null), with the caller's standing towards the user. $userId null means the caller;
// $weekFrom and $weekTo (yyyy-mm-dd) and $status may be null. `userFound` is false when the user does not exist in the
// tenant.
// @param userId: id or null
// @param weekFrom: date or null
// @param after: position or null
// @param weekTo: date or null
// @param status: text or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: coalesce($userId, $callerId)})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
WITH
  owner,
  // @include standing
  AS standing
CALL (owner, standing) {
  UNWIND CASE WHEN could_see(standing) THEN [owner.id] ELSE [] END AS ownerId
  MATCH (goal:Goal {tenantId: $tenantId, userId: ownerId})
  WHERE date(coalesce($weekFrom, '1900-01-01')) <= goal.weekStart <= date(coalesce($after.weekStart, $weekTo, '2199-12-31'))
    AND ($status IS NULL OR goal.status = $status)
    AND (
      $after IS NULL OR goal.weekStart < date($after.weekStart) OR goal.dateSet < datetime($after.dateSet)
      OR goal.dateSet = datetime($after.dateSet) AND goal.id > $after.id
    )
  WITH goal
  ORDER BY goal.weekStart DESC, goal.dateSet DESC, goal.id
  LIMIT 201
  RETURN collect(goal {
    .id, .title, .description, .type, .status,
    weekStart: toString(goal.weekStart),
    dateSet: moment(goal.dateSet),
    dateCompleted: moment(goal.dateCompleted),
    position: {
      weekStart: toString(goal.weekStart),
      dateSet: moment(goal.dateSet),
      id: goal.id
    }
  }) AS goals
}
RETURN
  standing,
  owner IS NOT NULL AS userFound,
  goals[0..toInteger($limit) + 1] AS items
