// Returns the address that gets the tenant's chat messages, or null, with the caller's standing. See notifications/set_chat.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (chat:Webhook {tenantId: $tenantId, id: 'chat:' + $tenantId})
RETURN caller {.roles} AS standing, chat {.url, updatedAt: moment(chat.updatedAt)} AS chat
