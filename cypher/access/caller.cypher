// The caller's roles and their tenant's settings; a null standing is nobody we know, or someone deactivated.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {
    .roles,
    isManager: EXISTS { (caller)<-[:REPORTS_TO]-(:User {active: true}) }
  } AS standing,
  tenant {.timezone, .nominationDays} AS tenant
