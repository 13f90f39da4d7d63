// Returns a page of the active people who wait for a manager who is not there yet, by that reference, behind the
// position $after ({manager, id} or null). Callers without one of $permittedRoles get none.
// @param permittedRoles: list of roles
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
RETURN
  standing,
  COLLECT {
    WITH standing
    WHERE any(role IN standing.roles WHERE role IN $permittedRoles)
    MATCH (person:User {tenantId: $tenantId})
    WHERE person.pendingManager >= coalesce($after.manager, '') AND person.active
      AND ($after IS NULL OR person.pendingManager > $after.manager OR person.id > $after.id)
    WITH person
    ORDER BY person.tenantId, person.pendingManager, person.id
    LIMIT 201
    RETURN {
      user: {id: person.id, name: person.name},
      manager: coalesce(person.pendingManagerText, person.pendingManager),
      position: {manager: person.pendingManager, id: person.id}
    }
  }[0..toInteger($limit) + 1] AS items
