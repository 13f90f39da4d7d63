// Takes the tenant's write lock until the transaction ends, before a user's manager is changed (see organisation/lock_tenant).
// Only for callers with one of $permittedRoles: others must not make the tenant's admins wait.
// @param permittedRoles: list of roles
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WHERE any(role IN caller.roles WHERE role IN $permittedRoles)
CALL (caller) {
  MATCH (tenant:Tenant {id: $tenantId})
  SET tenant.id = $tenantId
  RETURN tenant.id AS id
}
RETURN id
