// Gives new users a first manager who was there before (organisation/stage_lines has the others). Both exist; without the
// manager the statement fails. organisation/record_import notes the time of the lines in the tenant.
// @param rows: list of {id: id, managerId: id or null}
MATCH (tenant:Tenant {id: $tenantId})
WITH
  // @include move_time
  AS movedAt
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: row.managerId})
CREATE (person)-[:REPORTS_TO {
  since: movedAt,
  byAdminId: CASE WHEN
    // @include is_by_admin
    THEN $callerId
  END
}]->(manager)
