// Moves `person` under `manager`, or to the top when `manager` is null, and writes the audit entry of the move. Expects
// `fromManagerId` (the manager before, or null) and `auditId`. The caller of this text holds the tenant's write lock and has
// ruled out a cycle.
CREATE (entry:AuditEntry:$($tenantLabel) {
  tenantId: $tenantId,
  id: auditId,
  action: 'reporting-line.move',
  at: datetime($now),
  actorId: $callerId,
  userId: person.id,
  fromManagerId: fromManagerId,
  toManagerId: manager.id
})
SET person.updatedAt = datetime($now)
WITH person, manager
CALL (person) {
  MATCH (person)-[old:REPORTS_TO]->()
  DELETE old
}
WITH person, manager
WHERE manager IS NOT NULL
CREATE (person)-[:REPORTS_TO]->(manager)
