// Deletes what waits for a second admin about a user.
CALL () {
  MATCH (approval:Approval {tenantId: $tenantId, userId: $userId})
  RETURN approval
  UNION
  MATCH (approval:Approval {tenantId: $tenantId, otherId: $userId})
  RETURN approval
}
DETACH DELETE approval
