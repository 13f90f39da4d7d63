// Creates the reporting lines of a batch of the benchmark's users.
// @param lines: list of {userId: id, managerId: id}
UNWIND $lines AS line
MATCH (user:User {tenantId: $tenantId, id: line.userId})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: line.managerId})
CREATE (user)-[:REPORTS_TO {since: user.createdAt}]->(manager)
