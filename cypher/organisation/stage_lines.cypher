// Gives people of organisation/stage_people, by reference, a first manager who is also one of them. The line begins at the same time
// as the lines of organisation/place_people: the import holds the tenant's write lock, so nobody else moves meanwhile.
// @param rows: list of {person: text or null, manager: text or null}
MATCH (tenant:Tenant {id: $tenantId})
WITH
  // @include move_time
  AS movedAt
UNWIND $rows AS row
MATCH (person {tenantId: $tenantId})
WHERE elementId(person) = row.person
OPTIONAL MATCH (manager {tenantId: $tenantId})
WHERE elementId(manager) = row.manager
CREATE (person)-[:REPORTS_TO {
  since: movedAt,
  byAdminId: CASE WHEN
    // @include is_by_admin
    THEN $callerId
  END
}]->(manager)
