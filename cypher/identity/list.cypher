// Returns a page of the identities of $userId, newest first, behind the position $after ({boundAt, id} or null), and
// whether the tenant has this user. Callers without one of $permittedRoles get none.
// @param userId: id
// @param permittedRoles: list of roles
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH caller {.roles} AS standing, person.id AS userId
CALL (standing, userId) {
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS isPermitted
  MATCH (identity:Identity {tenantId: $tenantId, userId: userId})
  WHERE identity.boundAt <= datetime(coalesce($after.boundAt, '9999-12-31T00:00:00Z')) AND identity.id IS NOT NULL
    AND ($after IS NULL OR identity.boundAt < datetime($after.boundAt) OR identity.id < $after.id)
  WITH identity
  ORDER BY identity.boundAt DESC, identity.id DESC
  LIMIT 201
  WITH identity_fields(identity) AS fields
  ORDER BY fields.boundAt DESC, fields.id DESC
  RETURN collect(fields {.*, position: {boundAt: fields.boundAt, id: fields.id}}) AS identities
}
RETURN standing, userId IS NOT NULL AS isFound, identities[0..toInteger($limit) + 1] AS items
