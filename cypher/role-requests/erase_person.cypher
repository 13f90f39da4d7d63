// Deletes what waits for a second admin about a user.
// @param userId: id
CALL () {
  MATCH (approval:Approval {tenantId: $tenantId, userId: $userId})
  RETURN approval
  UNION
  MATCH (approval:Approval {tenantId: $tenantId, otherId: $userId})
  RETURN approval
}
DETACH DELETE approval
