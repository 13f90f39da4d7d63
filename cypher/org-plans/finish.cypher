// Ends the application of a plan, or its undoing, in the transaction of its moves: status, revision of the chart, and for an
// applied plan the one event that announces it to the tenant's admins.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
SET tenant.orgRevision = tenant.orgRevision + 1
WITH tenant
MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
WITH plan, plan.status AS before
SET plan += $fields
SET
  plan.status = $status,
  plan.version = plan.version + 1,
  plan.changeId = $changeId,
  plan.updatedAt = datetime($now)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $changeId})
ON CREATE SET
  entry.action = CASE $status WHEN 'undone' THEN 'plan.undo' ELSE 'plan.apply' END,
  entry.planId = plan.id,
  entry.valueNames = ['status'],
  entry.valuesBefore = [before],
  entry.valuesAfter = [$status],
  // @include audit_entry
WITH plan
FOREACH (one IN CASE WHEN $status = 'undone' THEN [plan] ELSE [] END |
  SET one.undoneAt = datetime($now), one.undoneById = $callerId
)
WITH plan
CALL (plan) {
  WITH * WHERE $status = 'applied'
  SET plan.appliedAt = datetime($now), plan.appliedById = $callerId
  WITH plan, COLLECT {
    MATCH (admin:User {tenantId: $tenantId, active: true})
    WHERE admin.email IS NOT NULL AND any(role IN admin.roles WHERE role IN $permittedRoles)
    RETURN admin.id
  } AS adminIds
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'org.plan.applied:' + plan.id})
  ON CREATE SET
    event.id = $eventId,
    event.type = 'org.plan.applied',
    event.queue = 'notifications',
    event.subjectId = plan.id,
    event.payload = $payload,
    event.aboutIds = [],
    event.recipientIds = adminIds,
    // @include pending_event
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'org.plan.applied:' + $changeId})
  ON CREATE SET
    change.type = 'org.plan.applied',
    change.subjectType = 'org_plan',
    change.subjectId = plan.id,
    change.changed = ['status'],
    // @include change_entry
}
RETURN
  // @include plan_fields
  AS plan
