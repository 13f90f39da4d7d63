// Returns the address that gets the tenant's chat messages, and its encrypted secret. No row when there is none.
MATCH (chat:Webhook {tenantId: $tenantId, id: 'chat:' + $tenantId})
RETURN chat.url AS url, chat.secret AS secret
