// Takes the tenant's write lock for a caller with one of $permittedRoles, or for the operator if that is null, and
// returns the request $approvalId that waits for a second admin, null if there is none, or none any more (`isOver`):
// whether it `isOwn` (the caller made it, or the change that it is about), `isSelf` (it is about the caller), and
// `isBacked` (who made it is an admin still). `person` and `other` are the people $userId and $otherId, `planApproval`
// is the setting. Ids may be null.
// @include lock_if_permitted
OPTIONAL MATCH (approval:Approval {tenantId: $tenantId, id: $approvalId})
WHERE coalesce(approval.expiresAt > datetime($now), true) AND approval.approvedById IS NULL
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (other:User {tenantId: $tenantId, id: $otherId})
RETURN
  standing,
  EXISTS { (:Approval {tenantId: $tenantId, id: $approvalId}) } AND approval IS NULL AS isOver,
  approval {
    .id, .kind, .userId, .otherId, .requesterId, .role, .rights, .from, .to,
    isOwn: CASE approval.kind
      WHEN 'sign_in' THEN $callerId IN [approval.emailBy, approval.userNameBy, approval.externalIdBy, approval.identityBy]
      ELSE approval.requesterId = $callerId
    END,
    isSelf: coalesce(approval.userId = $callerId, false),
    isBacked: approval.requesterId = 'operator' OR EXISTS {
      MATCH (requester:User {tenantId: $tenantId, id: approval.requesterId, active: true})
      WHERE 'admin' IN requester.roles
    }
  } AS approval,
  person {.id, .name, .active, .roles} AS person,
  other {.id, .name, .active, isCaller: other.id = $callerId} AS other,
  COLLECT { MATCH (tenant:Tenant {id: $tenantId}) RETURN tenant.planApproval }[0] AS planApproval
