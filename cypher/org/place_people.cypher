// Gives new users a first manager who was there before (org/stage_lines has the others). Both exist; without the
// manager the statement fails. org/record_import notes the time of the lines in the tenant.
MATCH (tenant:Tenant {id: $tenantId})
WITH
  // @include move_time
  AS movedAt
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: row.managerId})
CREATE (person)-[:REPORTS_TO {since: movedAt}]->(manager)
