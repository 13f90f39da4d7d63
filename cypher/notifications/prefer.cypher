// Keeps which channels the caller wants, as JSON: by type a list of channels.
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
SET caller.channels = $channels
RETURN caller.channels AS channels, tenant.channelsOff AS channelsOff
