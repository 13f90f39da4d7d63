// Changes the status of a plan that still has $version, and returns it; no row if it has changed. $fields are further properties
// (null removes one). Writing the id first takes the plan's write lock (see org/lock_tenant). A change that is repeated after its
// commit was not acknowledged finds its $changeId and changes nothing else.
MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
SET plan.id = $planId
WITH plan, plan.status AS before
WHERE plan.version = $version OR plan.changeId = $changeId
SET plan += $fields
SET
  plan.approverId = CASE WHEN $isApproval THEN $callerId ELSE plan.approverId END,
  plan.status = $status,
  plan.version = toInteger($version) + 1,
  plan.changeId = $changeId,
  plan.updatedAt = datetime($now)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $changeId})
ON CREATE SET
  entry.action = $action,
  entry.planId = plan.id,
  entry.valueNames = ['status'],
  entry.valuesBefore = [before],
  entry.valuesAfter = [$status],
  // @include audit_entry
RETURN
  // @include plan_fields
  AS plan
