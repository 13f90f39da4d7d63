// Writes a plan as a draft without moves: creates the plan if there is none with this id, else deletes the moves that
// it has. There is no row, and nothing is created, if the tenant has $maxPlans. The person who writes the moves is their
// author, and may not approve them if a second admin must. The transaction holds the tenant's write lock, so that `baseRevision` is
// the state of the chart that its moves are written against.
// @param planId: id
// @param maxPlans: number
// @param name: text
// @param effectiveOn: date or null
// @param now: instant
// @param moveCount: whole number
// @param changeId: id
MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (known:OrgPlan {tenantId: $tenantId, id: $planId})
WITH tenant, known
WHERE known IS NOT NULL OR $maxPlans > COUNT {
  MATCH (other:OrgPlan {tenantId: $tenantId})
  WHERE other.createdAt IS NOT NULL AND other.id IS NOT NULL
}
MERGE (plan:OrgPlan {tenantId: $tenantId, id: $planId})
ON CREATE SET
  plan:$($tenantLabel),
  plan.name = $name,
  plan.effectiveOn = date($effectiveOn),
  plan.status = 'draft',
  plan.version = 0,
  plan.createdAt = datetime($now)
SET
  plan.authorId = $callerId,
  plan.moveCount = toInteger($moveCount),
  plan.lostIds = [],
  plan.baseRevision = tenant.orgRevision,
  plan.version = plan.version + 1,
  plan.changeId = $changeId,
  plan.updatedAt = datetime($now)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $changeId})
ON CREATE SET
  entry.action = CASE plan.version WHEN 1 THEN 'plan.create' ELSE 'plan.edit' END,
  entry.planId = plan.id,
  entry.valueNames = ['status', 'moveCount', 'effectiveOn'],
  entry.valuesBefore = ['draft', '', ''],
  entry.valuesAfter = ['draft', toString(plan.moveCount), coalesce(toString(plan.effectiveOn), '')],
  audit_entry(entry, $callerId, datetime($now))
WITH plan
CALL () {
  MATCH (:User {tenantId: $tenantId})-[move:WOULD_REPORT_TO {planId: $planId}]->()
  USING INDEX move:WOULD_REPORT_TO(planId)
  DELETE move
}
RETURN plan_fields(plan) AS plan
