// Deletes the goals of a user. Returns how many.
MATCH (:User {tenantId: $tenantId, id: $userId})-[:OWNS]->(goal)
DETACH DELETE goal
RETURN {goals: count(goal)} AS counts
