// Returns the caller's channel preferences and the channels that the tenant has disabled, both as JSON.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN caller {.roles} AS standing, caller.channels AS channels, tenant.channelsOff AS channelsOff
