// Stores the caller's channel preferences, $channels: JSON, a list of channels by notification type. $languages is empty, or has
// the language to store, which may be null. Returns them with what the tenant says of channels. No row when the caller is unknown or deactivated.
// @param channels: JSON text
// @param languages: list of (text or null)
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
SET caller.channels = $channels
FOREACH (language IN $languages | SET caller.language = language)
RETURN caller.channels AS channels, caller.language AS language, tenant {.channelsOff, .addressedChannels} AS tenant
