// Returns the caller's roles, whether the user of an import exists in the tenant, and how many profiles of the tenant
// wait to be read, at most 200.
// @param userId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
RETURN
  caller {.roles} AS standing,
  user IS NOT NULL AS userFound,
  COUNT {
    MATCH (event:OutboxEvent {tenantId: $tenantId, queue: 'imports', status: 'pending'})
    WHERE event.dueAt IS NOT NULL
    RETURN event LIMIT 200
  } AS waiting
