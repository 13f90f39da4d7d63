// Returns the groups of a directory that a user is in.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN COLLECT { MATCH (person)-[:IN_GROUP]->(group) RETURN group {.id, .displayName, .externalId} } AS groups
