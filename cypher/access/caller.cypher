// The caller's roles and their tenant's time zone; a null standing is nobody we know, or someone deactivated.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone} AS tenant
