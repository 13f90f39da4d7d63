// Gives new users their first manager. Both exist; without the manager the statement fails.
MATCH (tenant:Tenant {id: $tenantId})
WITH
  tenant,
  // @include move_time
  AS movedAt
SET tenant.lastMoveAt = movedAt
WITH movedAt
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: row.managerId})
CREATE (person)-[:REPORTS_TO {since: movedAt}]->(manager)
