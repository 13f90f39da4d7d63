// Whom an import is for: the caller's roles, and whether the user exists in the tenant.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
RETURN caller {.roles} AS standing, user IS NOT NULL AS userFound
