// Moves users under another manager, or to the top when managerId is null, each with the audit entry of a single move.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: row.managerId})
WITH person, manager, row.fromManagerId AS fromManagerId, row.auditId AS auditId
// @include move_person
