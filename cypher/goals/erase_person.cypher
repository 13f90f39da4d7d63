// Deletes the goals of a user. Returns how many.
// @param userId: id
MATCH (:User {tenantId: $tenantId, id: $userId})-[:OWNS]->(goal:Goal)
DETACH DELETE goal
RETURN {goals: count(goal)} AS counts
