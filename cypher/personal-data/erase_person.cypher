// Deletes a user, as the last step of an erasure; deactivated reports move to their manager, each with an audit entry.
// Counts the erasure on the tenant (see trends/clear_flags). Deletes without DETACH beyond the reporting lines, past ones
// included, the team and deputies, and without the references of people who wait for them as their manager, and of authors who were announced to them: data created in the meantime makes the whole transaction fail.
// @param userId: id
// @param auditId: id
// @param now: instant
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.orgRevision = tenant.orgRevision + 1, tenant.erasures = coalesce(tenant.erasures, 0) + 1
WITH
  tenant,
  // @include move_time
  AS movedAt
SET tenant.lastMoveAt = movedAt
WITH movedAt
MATCH (erased:User {tenantId: $tenantId, id: $userId})
WITH erased, movedAt, COLLECT { MATCH (erased)-[:REPORTS_TO]->(manager:User) RETURN manager }[0] AS manager
CALL (erased, manager, movedAt) {
  MATCH (erased)<-[:REPORTS_TO]-(person:User)
  WITH person, manager, erased.id AS fromManagerId, randomUUID() AS auditId, $auditId AS moveId, movedAt, null AS planId
  // @include move_person
  RETURN count(person) AS moved
}
CALL (erased) {
  WITH erased AS person, erased.roles AS lostRoles
  WHERE person.active AND size(lostRoles) > 0 AND
    // @include is_by_admin
  MATCH (tenant:Tenant {id: $tenantId})
  // @include note_lost_roles
}
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'person.erased',
  entry.userId = erased.id,
  audit_entry(entry, $callerId, datetime($now))
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'user.erased:' + $auditId})
ON CREATE SET
  change.type = 'user.erased',
  change.subjectType = 'user',
  change.subjectId = erased.id,
  change.changed = [],
  change_entry(change)
WITH erased, moved
CALL (erased) {
  WITH erased AS names
  UNWIND [names.id, names.email, names.userName, toLower(names.employeeNumber), toLower(names.externalId)] AS name
  MATCH
    // @include waiting_for
  SET waiting.pendingManager = null, waiting.pendingManagerText = null
}
CALL (erased) {
  MATCH (author:User {tenantId: $tenantId})
  WHERE author.email IS NOT NULL AND any(told IN author.announced WHERE told ENDS WITH erased.id)
  SET author.announced = [told IN author.announced WHERE NOT told ENDS WITH erased.id]
}
WITH erased, moved, COLLECT { MATCH (erased)-[edge:REPORTS_TO|REPORTED_TO|MEMBER_OF|IN_GROUP|DEPUTY_FOR|PARTNER_OF|GIVES_PART|ON_BEHALF_OF]-() RETURN edge } AS edges
FOREACH (edge IN edges | DELETE edge)
DELETE erased
RETURN moved
