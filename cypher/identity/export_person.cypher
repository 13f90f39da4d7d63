// Returns what a user signs in with.
// @param userId: id
RETURN COLLECT {
  MATCH (identity:Identity {tenantId: $tenantId, userId: $userId})
  WHERE identity.boundAt IS NOT NULL AND identity.id IS NOT NULL
  RETURN identity {.*}
} AS identities
