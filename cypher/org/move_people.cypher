// Moves users under another manager, or to the top when managerId is null, each with the audit entry of a single move.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: row.managerId})
CREATE (entry:AuditEntry:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.auditId,
  action: 'reporting-line.move',
  at: datetime($now),
  actorId: $callerId,
  userId: row.id,
  fromManagerId: row.fromManagerId,
  toManagerId: row.managerId
})
WITH person, manager
CALL (person) {
  MATCH (person)-[old:REPORTS_TO]->()
  DELETE old
}
WITH person, manager
WHERE manager IS NOT NULL
CREATE (person)-[:REPORTS_TO]->(manager)
