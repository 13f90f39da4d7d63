// Returns a page of the assistants that have acted for people of the tenant, the latest first, behind the position $after ({lastAt, userId,
// client} or null). Callers without one of $permittedRoles get none.
// @param permittedRoles: list of roles
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
CALL (standing) {
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS isPermitted
  MATCH (used:AssistantUse {tenantId: $tenantId})
  WHERE used.lastAt <= datetime(coalesce($after.lastAt, '9999-12-31T00:00:00Z'))
    AND used.userId IS NOT NULL AND used.client IS NOT NULL
    AND ($after IS NULL OR CASE
      WHEN used.lastAt < datetime($after.lastAt) THEN true
      WHEN used.userId <> $after.userId THEN used.userId < $after.userId
      ELSE used.client < $after.client
    END)
  WITH used
  ORDER BY used.tenantId DESC, used.lastAt DESC, used.userId DESC, used.client DESC
  LIMIT 201
  MATCH (person:User {tenantId: $tenantId, id: used.userId})
  WITH used {.client, firstAt: moment(used.firstAt), lastAt: moment(used.lastAt), user: user_ref(person)} AS fields, used
  ORDER BY used.lastAt DESC, used.userId DESC, used.client DESC
  RETURN collect(fields {.*, position: {lastAt: fields.lastAt, userId: used.userId, client: fields.client}}) AS uses
}
RETURN standing, uses[0..toInteger($limit) + 1] AS items
