// Creates moves of a plan from $rows ({userId, managerId or null, fromManagerId or null, position}). A move to the top
// of the chart points at the plan itself.
// @param planId: id
// @param rows: list of {userId: id, managerId: id or null, position: whole number, fromManagerId: id or null}
MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.userId})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: row.managerId})
WITH person, row, coalesce(manager, plan) AS target
CREATE (person)-[move:WOULD_REPORT_TO {
  planId: $planId,
  position: toInteger(row.position),
  fromManagerId: row.fromManagerId
}]->(target)
RETURN count(move) AS written
