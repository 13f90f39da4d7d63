// Takes the write lock of a user until the transaction ends, before their deputies are changed (see organisation/lock_tenant).
// Only for the user and callers with one of $permittedRoles.
// @param userId: id
// @param permittedRoles: list of roles
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WHERE $callerId = $userId OR any(role IN caller.roles WHERE role IN $permittedRoles)
CALL () {
  MATCH (user:User {tenantId: $tenantId, id: $userId})
  SET user.id = $userId
  RETURN user.id AS id
}
RETURN id
