// Puts a batch of the benchmark's people under their managers.
UNWIND $lines AS line
MATCH (user:User {tenantId: $tenantId, id: line.userId})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: line.managerId})
CREATE (user)-[:REPORTS_TO]->(manager)
