// Returns a page of what waits for a second admin, by id, behind the position $after ({id} or null), of $kind, or of
// every kind if that is null. Callers without one of $permittedRoles get none, unless it is null: the operator.
// @param permittedRoles: list of roles or null
// @param after: position or null
// @param kind: text or null
// @param now: instant
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
RETURN
  standing,
  COLLECT {
    WITH standing
    WHERE $permittedRoles IS NULL OR any(role IN standing.roles WHERE role IN $permittedRoles)
    MATCH (approval:Approval {tenantId: $tenantId})
    WHERE approval.id > coalesce($after.id, '') AND ($kind IS NULL OR approval.kind = $kind)
      AND coalesce(approval.expiresAt > datetime($now), true) AND approval.approvedById IS NULL
    WITH approval
    ORDER BY approval.tenantId, approval.id
    LIMIT 201
    OPTIONAL MATCH (person:User {tenantId: $tenantId, id: approval.userId})
    OPTIONAL MATCH (other:User {tenantId: $tenantId, id: approval.otherId})
    OPTIONAL MATCH (requester:User {tenantId: $tenantId, id: approval.requesterId})
    OPTIONAL MATCH (group:ScimGroup {tenantId: $tenantId, id: approval.groupId})
    WITH approval, person, other, requester, group
    ORDER BY approval.id
    RETURN approval {
      .id, .kind, .role, .rights, .from, .to, .requesterId,
      user: person {.id, .name},
      group: group {.id, name: group.displayName},
      deputy: CASE approval.kind WHEN 'deputy' THEN other {.id, .name} END,
      below: CASE approval.kind WHEN 'partner' THEN other {.id, .name} END,
      department: approval.departmentKey,
      manager: CASE approval.kind WHEN 'move' THEN other {.id, .name} END,
      changed: CASE approval.kind WHEN 'sign_in' THEN [reason IN open_reasons(approval) | reason[0]] END,
      issuer: approval.issuer,
      requester: requester {.id, .name},
      requestedAt: moment(approval.requestedAt),
      expiresAt: moment(approval.expiresAt),
      position: {id: approval.id}
    }
  }[0..toInteger($limit) + 1] AS items
