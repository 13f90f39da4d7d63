// Deletes an identity provider; what is bound stays bound, for one of the same issuer. Writes an audit entry. No row when it does not
// exist, or the caller has none of $permittedRoles, unless $asOperator.
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
  // @include identity_audit_entry
RETURN deleted
