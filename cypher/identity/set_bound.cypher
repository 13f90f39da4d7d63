// Unbinds an identity, or binds it to its person again if $isBound, and returns it. Nothing changes, and no audit entry is written, if it
// is so already. The revision of the tenant rises: processes forget whom they knew by an identity. `changed` is null when the identity
// does not exist, or the caller has none of $permittedRoles. A second bound identity of person and issuer is a conflict.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
CALL (standing) {
  WITH * WHERE any(role IN standing.roles WHERE role IN $permittedRoles)
  MATCH (identity:Identity {tenantId: $tenantId, id: $identityId})
  SET identity.id = $identityId
  WITH identity
  MATCH (tenant:Tenant {id: $tenantId})
  WITH
    tenant, identity,
    (identity.holderId IS NOT NULL) <> $isBound AS changes,
    [id IN coalesce(identity.unboundFrom, []) WHERE id <> identity.userId] AS others
  FOREACH (_ IN CASE WHEN changes THEN [true] ELSE [] END |
    SET
      tenant.identityRevision = coalesce(tenant.identityRevision, 0) + 1,
      identity.holderId = CASE WHEN $isBound THEN identity.userId END,
      identity.unboundFrom = CASE WHEN $isBound THEN others ELSE others + identity.userId END,
      identity.unboundAt = CASE WHEN $isBound THEN null ELSE datetime($now) END
    MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
    ON CREATE SET
      entry.action = CASE WHEN $isBound THEN 'identity.bind' ELSE 'identity.unbind' END,
      entry.userId = identity.userId,
      // @include audit_entry
  )
  RETURN collect(identity_fields(identity)) AS changed
}
RETURN standing, head(changed) AS identity
