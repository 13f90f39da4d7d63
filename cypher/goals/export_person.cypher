// Returns the goals of a user.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN COLLECT { MATCH (person)-[:OWNS]->(goal) RETURN properties(goal) ORDER BY goal.dateSet } AS goals
