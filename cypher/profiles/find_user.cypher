// Returns the caller's roles and whether the user of an import exists in the tenant.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
RETURN caller {.roles} AS standing, user IS NOT NULL AS userFound
