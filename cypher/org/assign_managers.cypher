// Creates reporting lines for users who have no manager yet.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
WITH person, row.managerId AS managerId
MATCH (manager:User {tenantId: $tenantId, id: managerId})
CREATE (person)-[:REPORTS_TO]->(manager)
