// Returns the assistants that have acted for the caller, the latest first.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
RETURN caller {.roles} AS standing, COLLECT {
  MATCH (used:AssistantUse {tenantId: $tenantId, userId: $callerId})
  WHERE used.client IS NOT NULL
  WITH used
  ORDER BY used.lastAt DESC, used.client
  RETURN used {.client, firstAt: moment(used.firstAt), lastAt: moment(used.lastAt)}
} AS items
