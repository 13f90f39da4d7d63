// Takes the tenant's write lock (see org/lock_tenant) for a caller with one of $permittedRoles, and returns their standing, which is
// read under it. Other callers take no lock.
OPTIONAL MATCH (asking:User {tenantId: $tenantId, id: $callerId, active: true})
WITH asking {.roles} AS asked
CALL (asked) {
  WITH * WHERE any(role IN asked.roles WHERE role IN $permittedRoles)
  MATCH (tenant:Tenant {id: $tenantId})
  SET tenant.id = $tenantId
  RETURN count(tenant) > 0 AS locked
}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
RETURN CASE WHEN locked THEN caller {.roles} ELSE asked END AS standing
