// Changes the status of a plan that still has $version and the status $from, and returns it; no row if it has changed.
// $fields are further properties (null removes one), $action is that of the audit entry, $notices are as in
// organisation/tell_roles. Writing the id first takes the plan's write lock (see organisation/lock_tenant). A change that is repeated
// after its commit was not acknowledged finds its $changeId and changes nothing else. What is applied or undone has
// moved people in the same transaction: the revision of the chart rises.
// @param planId: id
// @param version: whole number
// @param from: text
// @param changeId: id
// @param fields: map of values
// @param status: text
// @param now: instant
// @param action: text
// @param notices: list of {roles: list of roles, type: text, eventId: id, id?: id or null, namesCaller?: boolean, payload: JSON text,
//   aboutIds?: list of ids or null}
MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
SET plan.id = $planId
WITH plan, plan.status AS before
WHERE plan.version = $version AND before = $from OR plan.changeId = $changeId
SET plan += $fields
SET
  plan.status = $status,
  plan.version = toInteger($version) + 1,
  plan.changeId = $changeId,
  plan.updatedAt = datetime($now)
FOREACH (one IN CASE $action WHEN 'plan.approve' THEN [plan] ELSE [] END |
  SET one.approverId = $callerId, one.approvedAt = datetime($now)
)
FOREACH (one IN CASE $action WHEN 'plan.undo' THEN [plan] ELSE [] END |
  SET one.undoneAt = datetime($now), one.undoneById = $callerId
)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $changeId})
ON CREATE SET
  entry.action = $action,
  entry.planId = plan.id,
  entry.valueNames = ['status'],
  entry.valuesBefore = [before],
  entry.valuesAfter = [$status],
  audit_entry(entry, $callerId, datetime($now))
WITH plan
CALL (plan) {
  WITH * WHERE $status IN ['applied', 'undone']
  MATCH (tenant:Tenant {id: $tenantId})
  SET tenant.orgRevision = tenant.orgRevision + 1
}
CALL (plan) {
  WITH * WHERE $status = 'applied'
  SET plan.appliedAt = datetime($now), plan.appliedById = $callerId
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'org.plan.applied:' + $changeId})
  ON CREATE SET
    change.type = 'org.plan.applied',
    change.subjectType = 'org_plan',
    change.subjectId = plan.id,
    change.changed = ['status'],
    change_entry(change)
}
CALL (plan) {
  UNWIND $notices AS notice
  WITH notice, plan.id AS subjectId
  // @include tell_roles
}
RETURN
  // @include plan_fields
  AS plan
