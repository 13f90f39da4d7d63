// Returns a page of the requests for roles, by id, behind the position $after ({id} or null). Callers without one of $permittedRoles get
// none.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
RETURN
  standing,
  COLLECT {
    WITH standing
    WHERE any(role IN standing.roles WHERE role IN $permittedRoles)
    MATCH (person:User {tenantId: $tenantId})
    WHERE person.roleRequestId > coalesce($after.id, '')
    WITH person
    ORDER BY person.tenantId, person.roleRequestId
    LIMIT 201
    RETURN {
      id: person.roleRequestId,
      user: {id: person.id, name: person.name},
      role: person.requestedRole,
      requesterId: person.roleRequesterId,
      requester: COLLECT {
        MATCH (requester:User {tenantId: $tenantId, id: person.roleRequesterId})
        RETURN {id: requester.id, name: requester.name}
      }[0],
      requestedAt: moment(person.roleRequestedAt),
      position: {id: person.roleRequestId}
    }
  }[0..toInteger($limit) + 1] AS items
