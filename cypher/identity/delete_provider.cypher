// Deletes an identity provider; what is bound stays bound, for one of the same issuer. Writes an audit entry, and
// $notice, which is for people with one of its roles. No row when it does not exist, or the caller has none of
// $permittedRoles, unless $asOperator.
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param providerId: id
// @param auditId: id
// @param notice: {roles: list of roles, type: text, eventId: id, id?: id or null, namesCaller?: boolean, payload: JSON text,
//   aboutIds?: list of ids or null}
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller
WHERE $asOperator OR any(role IN caller.roles WHERE role IN $permittedRoles)
MATCH (provider:IdentityProvider {tenantId: $tenantId, id: $providerId})
DELETE provider
WITH count(*) AS deleted
WHERE deleted > 0
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry.action = 'identity-provider.delete',
  audit_entry(entry, $callerId, datetime($now))
WITH deleted
CALL () {
  WITH $notice AS notice, null AS subjectId
  // @include tell_roles
}
RETURN deleted
