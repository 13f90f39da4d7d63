// Returns what decides whether a user may do something: the subject's roles and state, `ownerId` of the resource, and
// `path`, the ids of the line from the subject down to the owner (one id if they are the same, none if the subject is
// not above), and `places`: those from which the subject reads that are not their own (includes/places_in_line). One of
// $userId, $summaryId, $goalId and $notificationId names the resource, and the others are null; all are null if the id of
// the resource is no UUID. `subject` and `ownerId` are null when the tenant does not have them. `standing` says what the
// caller is to the subject. LIMIT: a person who is being moved may be found under two managers.
// @param subjectId: id or null
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (subject:User {tenantId: $tenantId, id: $subjectId})
// @include resource_owner
WITH caller, tenant {.elevatedRoles, .orgRevision} AS tenant, subject, owner // the revision is read before the lines
// @view WITH caller, tenant, subject, CASE WHEN view.isKnown THEN owner END AS owner
OPTIONAL MATCH path = (owner)-[:LINE*0..]->(subject)
WITH caller, tenant, subject, owner, path
// @view ORDER BY length(path)
LIMIT 1
WITH caller, tenant, subject, owner, path, datetime($now) AS at // @today
// @view WITH caller, tenant, subject, owner, path, coalesce(view.asOf, datetime($now)) AS at
RETURN
  caller.roles AS `standing.roles`, CASE subject.id WHEN caller.id THEN 0 END AS `standing.levelsAbove`,
  subject.roles AS `subject.roles`, subject.active AS `subject.active`,
  owner.id AS ownerId,
  reverse([person IN nodes(path) | person.id]) AS path,
  // @include places_in_line
  AS places,
  tenant.elevatedRoles AS `tenant.elevatedRoles`, tenant.orgRevision AS `tenant.orgRevision`
