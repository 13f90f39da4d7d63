// Returns a user's profile and the caller's standing towards them. `profile` is null when none was confirmed.
// @param userId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (profile:Profile {tenantId: $tenantId, userId: $userId})
RETURN
  // @include standing
  AS standing,
  owner IS NOT NULL AS userFound,
  profile {.fields, .fileId} AS profile
