// Returns the part of the company with an id that a group of a directory gives its members now or later, with the standing of the caller. `part` is null
// if there is none, or if the caller has none of $permittedRoles.
// @param partId: id
// @param permittedRoles: list of roles
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (group:ScimGroup {tenantId: $tenantId})-[part:GIVES_PART {tenantId: $tenantId, id: $partId}]->()
WHERE part.until > datetime($now) AND any(role IN caller.roles WHERE role IN $permittedRoles)
RETURN caller {.roles} AS standing, CASE WHEN part IS NOT NULL THEN given_part_fields(part, group) END AS part
