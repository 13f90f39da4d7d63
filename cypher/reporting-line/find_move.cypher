// Returns the caller's roles and whether the user and the future manager exist in the tenant; `managerActive` is false
// for a deactivated manager. Read before set_manager.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: $managerId})
RETURN
  caller {.roles} AS standing,
  user IS NOT NULL AS userFound,
  manager IS NOT NULL AS managerFound,
  coalesce(manager.active, false) AS managerActive
