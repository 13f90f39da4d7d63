// Returns the caller's channel preferences (JSON), what the tenant says of channels, and the caller's own language.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN caller {.roles} AS standing, caller.channels AS channels, caller.language AS language,
  tenant {.channelsOff, .addressedChannels} AS tenant
