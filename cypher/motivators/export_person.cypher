// Returns the motivators of a user.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN COLLECT { MATCH (person)-[:HAS]->(motivators:Motivators) RETURN properties(motivators) } AS motivators
