// Deletes which assistants acted for a user.
// @param userId: id
MATCH (used:AssistantUse {tenantId: $tenantId, userId: $userId})
WHERE used.client IS NOT NULL
DETACH DELETE used
