// Returns a page of the parts of the company that groups of a directory give their members now or later, by id, behind the position $after ({id} or
// null). Callers without one of $permittedRoles get none, unless it is null: the operator.
// @param permittedRoles: list of roles or null
// @param after: position or null
// @param limit: whole number
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
RETURN
  standing,
  COLLECT {
    WITH standing
    WHERE $permittedRoles IS NULL OR any(role IN standing.roles WHERE role IN $permittedRoles)
    MATCH (group:ScimGroup {tenantId: $tenantId})-[part:GIVES_PART {tenantId: $tenantId}]->()
    USING INDEX part:GIVES_PART(tenantId, id)
    WHERE part.until > datetime($now) AND part.id > coalesce($after.id, '')
    ORDER BY part.id
    LIMIT 201
    WITH given_part_fields(part, group) AS fields
    RETURN fields {.*, position: {id: fields.id}}
  }[0..toInteger($limit) + 1] AS items
