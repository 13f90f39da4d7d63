// Deletes a draft, or a plan that was cancelled, with its moves, if it still has $version. No row if there is none.
// @param planId: id
// @param version: number
// @param changeId: id
// @param now: instant
MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
SET plan.id = $planId
WITH plan, plan.status AS status
WHERE plan.version = $version AND plan.status IN ['draft', 'cancelled']
CALL () {
  MATCH (:User {tenantId: $tenantId})-[move:WOULD_REPORT_TO {planId: $planId}]->()
  USING INDEX move:WOULD_REPORT_TO(planId)
  DELETE move
}
DETACH DELETE plan
WITH status
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $changeId})
ON CREATE SET
  entry.action = 'plan.delete',
  entry.planId = $planId,
  entry.valueNames = ['status'],
  entry.valuesBefore = [status],
  entry.valuesAfter = [''],
  audit_entry(entry, $callerId, datetime($now))
RETURN true AS deleted
