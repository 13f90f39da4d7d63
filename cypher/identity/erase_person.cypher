// Deletes what a user signs in with.
// @param userId: id
MATCH (identity:Identity {tenantId: $tenantId, userId: $userId})
WHERE identity.boundAt IS NOT NULL AND identity.id IS NOT NULL
DETACH DELETE identity
