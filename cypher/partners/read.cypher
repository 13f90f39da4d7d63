// Returns the part of the company with an id that has a partner now or will have one, with the standing of the caller. `part` is null if there
// is none, or if the caller has none of $permittedRoles.
// @param partId: id
// @param permittedRoles: list of roles
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (partner:User {tenantId: $tenantId})-[part:PARTNER_OF {tenantId: $tenantId, id: $partId}]->()
WHERE part.until > datetime($now) AND any(role IN caller.roles WHERE role IN $permittedRoles)
RETURN caller {.roles} AS standing, CASE WHEN part IS NOT NULL THEN part_fields(part, partner) END AS part
