// Marks a scheduled plan as blocked with its $faults (JSON), and creates the event that tells the tenant's admins. The transaction
// holds the tenant's write lock.
MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
SET plan.id = $planId
WITH plan, plan.status AS before
SET
  plan.status = 'blocked',
  plan.faults = $faults,
  plan.version = plan.version + 1,
  plan.changeId = $changeId,
  plan.updatedAt = datetime($now)
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $changeId})
ON CREATE SET
  entry.action = 'plan.block',
  entry.planId = plan.id,
  entry.valueNames = ['status'],
  entry.valuesBefore = [before],
  entry.valuesAfter = ['blocked'],
  // @include audit_entry
WITH plan, COLLECT {
  MATCH (admin:User {tenantId: $tenantId, active: true})
  WHERE admin.email IS NOT NULL AND any(role IN admin.roles WHERE role IN $permittedRoles)
  RETURN admin.id
} AS adminIds
MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'org.plan.blocked:' + plan.id + ':' + plan.version})
ON CREATE SET
  event.id = $eventId,
  event.type = 'org.plan.blocked',
  event.queue = 'notifications',
  event.subjectId = plan.id,
  event.payload = $payload,
  event.aboutIds = [],
  event.recipientIds = adminIds,
  // @include pending_event
RETURN plan.id AS id
