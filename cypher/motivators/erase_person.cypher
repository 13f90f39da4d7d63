// Deletes the motivators of a user. Returns how many.
// @param userId: id
MATCH (:User {tenantId: $tenantId, id: $userId})-[:HAS]->(motivators:Motivators)
DETACH DELETE motivators
RETURN {motivators: count(motivators)} AS counts
