// Moves users under another manager, or to the top when managerId is null, each with the audit entry of a single move. A new
// user's first manager is a move without fromManagerId. $planId is the plan that the moves are part of, or null; $moveId is
// the same for all moves that are made at once.
// @param rows: list of {id: id, managerId: id or null, fromManagerId: id or null, auditId: id}
// @param moveId: id
// @param planId: id or null
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
WITH person, manager, row.fromManagerId AS fromManagerId, row.auditId AS auditId, $moveId AS moveId, movedAt, $planId AS planId
// @include move_person
