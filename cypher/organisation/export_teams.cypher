// Returns the team of a user.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN COLLECT { MATCH (person)-[:MEMBER_OF]->(team) RETURN team {.name, .department} } AS teams
