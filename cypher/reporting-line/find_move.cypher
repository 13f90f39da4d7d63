// What a change of manager is about: the caller's standing, and whether user and future manager exist in the tenant.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: $managerId})
RETURN
  caller {.roles} AS standing,
  user IS NOT NULL AS userFound,
  manager IS NOT NULL AS managerFound,
  coalesce(manager.active, false) AS managerActive
