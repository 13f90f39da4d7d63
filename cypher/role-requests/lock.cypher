// Takes the tenant's write lock for a caller with one of $permittedRoles, or for the operator if that is null, and
// returns the request $approvalId that waits for a second admin, null if there is none, or none any more (`isOver`):
// whether it `isOwn` (the caller made it, or every change that it is about), `isSelf` (it is about the caller, or a group that the caller is in), `hasGrown` (since it
// was requested, an admin brought people below the person, or for a partner below the head of the part or into its department, whom the
// approval would show as well; or the partner, a member of the group, or somebody above, was moved away from a manager, who may be in the
// part), and `isBacked` (who made it is an admin still). `person` and `other` are the people $userId and $otherId, `group` the group
// of a directory $groupId, `planApproval` is the setting. Ids may be null.
// @param approvalId: id or null
// @param now: instant
// @param userId: id or null
// @param otherId: id or null
// @param groupId: id or null
// @param departmentKey: text or null
// @include lock_if_permitted
OPTIONAL MATCH (approval:Approval {tenantId: $tenantId, id: $approvalId})
WHERE coalesce(approval.expiresAt > datetime($now), true) AND approval.approvedById IS NULL
CALL (approval) {
  OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
  UNWIND CASE
    WHEN approval.kind IN ['move', 'deputy', 'partner'] AND tenant.lastMoveAt >= approval.requestedAt THEN [approval.requestedAt]
    ELSE []
  END AS since
  MATCH
    // @include moved_since
    AND EXISTS { (upper)-[:REPORTS_TO*0..]->(above:User) WHERE above.id = CASE approval.kind WHEN 'partner' THEN approval.otherId ELSE approval.userId END }
  RETURN count(person) > 0 AS hasGrown
}
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (other:User {tenantId: $tenantId, id: $otherId})
OPTIONAL MATCH (group:ScimGroup {tenantId: $tenantId, id: $groupId})
RETURN
  standing,
  EXISTS { (:Approval {tenantId: $tenantId, id: $approvalId}) } AND approval IS NULL AS isOver,
  approval {
    .id, .kind, .userId, .otherId, .groupId, .requesterId, .role, .rights, .departmentKey, .from, .to,
    groupName: COLLECT { MATCH (one:ScimGroup {tenantId: $tenantId, id: approval.groupId}) RETURN one.displayName }[0],
    isOwn: CASE approval.kind
      WHEN 'sign_in' THEN all(reason IN open_reasons(approval) WHERE reason[1] = $callerId)
      ELSE approval.requesterId = $callerId
    END,
    isSelf: coalesce(approval.userId = $callerId, false) OR EXISTS {
      (:User {tenantId: $tenantId, id: $callerId})-[:IN_GROUP]->(:ScimGroup {tenantId: $tenantId, id: approval.groupId})
    },
    hasGrown: hasGrown OR EXISTS {
      MATCH (team:Team {tenantId: $tenantId, departmentKey: approval.departmentKey})
      WHERE team.grownAt >= approval.requestedAt
    } OR EXISTS {
      MATCH (partner:User {tenantId: $tenantId, id: approval.userId})
      WHERE approval.kind = 'partner'
      MATCH (partner)-[:REPORTS_TO*0..]->(:User)-[before:REPORTED_TO]->(:User)
      WHERE before.until >= approval.requestedAt
    } OR EXISTS {
      MATCH (:ScimGroup {tenantId: $tenantId, id: approval.groupId})<-[:IN_GROUP]-(partner:User)
      MATCH (partner)-[:REPORTS_TO*0..]->(:User)-[before:REPORTED_TO]->(:User)
      WHERE before.until >= approval.requestedAt
    },
    isBacked: approval.requesterId = 'operator' OR EXISTS {
      MATCH (requester:User {tenantId: $tenantId, id: approval.requesterId, active: true})
      WHERE 'admin' IN requester.roles
    }
  } AS approval,
  person {.id, .name, .active, .roles, isCaller: person.id = $callerId} AS person,
  other {.id, .name, .active, isCaller: other.id = $callerId} AS other,
  group {
    .id, name: group.displayName,
    memberCount: COUNT { (group)<-[:IN_GROUP]-(:User) },
    hasCaller: EXISTS { (group)<-[:IN_GROUP]-(:User {id: $callerId}) }
  } AS group,
  COLLECT { MATCH (tenant:Tenant {id: $tenantId}) RETURN tenant.planApproval }[0] AS planApproval,
  EXISTS { (:Team {tenantId: $tenantId, departmentKey: $departmentKey}) } AS departmentFound
