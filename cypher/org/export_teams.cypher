// Returns the team of a user.
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN COLLECT { MATCH (person)-[:MEMBER_OF]->(team) RETURN team {.name, .department} } AS teams
