// Returns what waits for a second admin and is about a user, or was requested by them.
// @param userId: id
RETURN COLLECT {
  MATCH (approval:Approval {tenantId: $tenantId})
  WHERE approval.id IS NOT NULL AND $userId IN [approval.userId, approval.otherId, approval.requesterId]
  RETURN properties(approval)
} AS approvals
