// Returns a page of a subject's goals, newest week first, or of the notifications they can read, newest first ($type),
// behind the position $after ({at, id} or null). Nobody else is permitted to do anything with these by their id, so a
// view changes nothing but that its plan must be known.
// @param subjectId: id or null
// @param type: text
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (subject:User {tenantId: $tenantId, id: $subjectId})
// @view   WHERE view.isKnown
CALL (subject) {
  CALL (subject) {
    UNWIND CASE $type WHEN 'goal' THEN [true] ELSE [] END AS chosen
    MATCH (goal:Goal {tenantId: $tenantId, userId: subject.id})
    WHERE goal.weekStart <= date(coalesce($after.at, '2999-12-31'))
    RETURN goal.id AS id, toString(goal.weekStart) AS at
    UNION
    UNWIND CASE $type WHEN 'notification' THEN [true] ELSE [] END AS chosen
    MATCH (notification:Notification {tenantId: $tenantId, userId: subject.id})
    USING INDEX notification:Notification(tenantId, userId, unread, createdAt)
    WHERE notification.unread IS NOT NULL
      AND notification.createdAt <= datetime(coalesce($after.at, '2999-12-31T00:00:00Z'))
    RETURN
      notification.id AS id,
      moment(notification.createdAt) AS at
  }
  WITH id, at
  WHERE $after IS NULL OR at < $after.at OR id < $after.id
  WITH id, at
  ORDER BY at DESC, id DESC
  LIMIT 1001
  RETURN collect({id: id, levelsAbove: 0, position: {at: at, id: id}}) AS own
}
RETURN
  caller.roles AS `standing.roles`, CASE subject.id WHEN caller.id THEN 0 END AS `standing.levelsAbove`,
  subject.roles AS `subject.roles`, subject.active AS `subject.active`,
  own[0..toInteger($limit) + 1] AS items,
  tenant.elevatedRoles AS `tenant.elevatedRoles`, tenant.orgRevision AS `tenant.orgRevision`
