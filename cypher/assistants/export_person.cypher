// Returns which assistants acted for a user.
// @param userId: id
RETURN COLLECT {
  MATCH (used:AssistantUse {tenantId: $tenantId, userId: $userId})
  WHERE used.client IS NOT NULL
  RETURN used {.*}
} AS assistants
