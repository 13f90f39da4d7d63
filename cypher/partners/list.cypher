// Returns a page of the parts of the company that have a partner now or will have one, by id, behind the position $after ({id} or null).
// Callers without one of $permittedRoles get none, unless it is null: the operator.
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
    MATCH (partner:User {tenantId: $tenantId})-[part:PARTNER_OF {tenantId: $tenantId}]->()
    USING INDEX part:PARTNER_OF(tenantId, id)
    WHERE part.until > datetime($now) AND part.id > coalesce($after.id, '')
    ORDER BY part.id
    LIMIT 201
    WITH part_fields(part, partner) AS fields
    RETURN fields {.*, position: {id: fields.id}}
  }[0..toInteger($limit) + 1] AS items
