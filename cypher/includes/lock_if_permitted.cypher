// Clauses: the tenant's write lock (see organisation/lock_tenant) for a caller with one of $permittedRoles, or anyone if that is
// null, as `locked`, and the `standing` of the caller, read under it. Other callers take no lock: they must not make
// the tenant's admins wait.
// @param permittedRoles: list of roles or null
OPTIONAL MATCH (asking:User {tenantId: $tenantId, id: $callerId, active: true})
WITH asking {.roles} AS asked
CALL (asked) {
  WITH * WHERE $permittedRoles IS NULL OR any(role IN asked.roles WHERE role IN $permittedRoles)
  MATCH (tenant:Tenant {id: $tenantId})
  SET tenant.id = $tenantId
  RETURN count(tenant) > 0 AS locked
}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH locked, CASE WHEN locked THEN caller {.roles} ELSE asked END AS standing
