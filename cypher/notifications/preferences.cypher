// Returns the caller's channel preferences (JSON), the channels that the tenant has disabled, and the caller's own language.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN caller {.roles} AS standing, caller.channels AS channels, tenant.channelsOff AS channelsOff, caller.language AS language
