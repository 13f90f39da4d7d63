// Which channels the caller wants by type, and which the tenant has switched off.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN caller {.roles} AS standing, caller.channels AS channels, tenant.channelsOff AS channelsOff
