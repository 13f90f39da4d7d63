// Moves `person` under `manager`, or to the top when `manager` is null, writes the audit entry of the move and its
// entry in the change log, tells who is concerned (tell_moved), and keeps the
// line that ends as REPORTED_TO.
// Where summaries of the person wait for a response (is_open), the manager is told of them some minutes later, as it is
// then: in one event for all moves to that manager with the same `moveId`. Expects `fromManagerId` (the manager before,
// or null), `auditId`, `moveId`, `movedAt` (see move_time) and `planId` (the plan that the move is part of, or null).
// The caller of this text holds the tenant's write lock and has ruled out a cycle.
// @param now: instant
CREATE (entry:AuditEntry {tenantId: $tenantId, id: auditId})
SET
  entry.action = 'reporting-line.move',
  entry.userId = person.id,
  entry.fromManagerId = fromManagerId,
  entry.toManagerId = manager.id,
  entry.planId = planId,
  audit_entry(entry, $callerId, movedAt)
CREATE (change:ChangeEntry {tenantId: $tenantId, key: 'org.manager.changed:' + auditId})
SET
  change.type = 'org.manager.changed',
  change.subjectType = 'user',
  change.subjectId = person.id,
  change.changed = ['managerId'],
  change_entry(change)
SET person.updatedAt = datetime($now), person.pendingManager = null, person.pendingManagerText = null, person.pendingById = null
WITH person, manager, fromManagerId, movedAt, planId, moveId
CALL (person, manager, fromManagerId, moveId) {
  // @include tell_moved
}
CALL (person, movedAt) {
  MATCH (person)-[old:REPORTS_TO]->(previous)
  CREATE (person)-[:REPORTED_TO {
    since: coalesce(old.since, movedAt),
    until: movedAt,
    planId: old.planId,
    byAdminId: old.byAdminId
  }]->(previous)
  DELETE old
}
WITH person, manager, movedAt, planId, moveId
WHERE manager IS NOT NULL
CREATE (person)-[:REPORTS_TO {
  since: movedAt,
  planId: planId,
  byAdminId: CASE WHEN
    // @include is_by_admin
    THEN $callerId
  END
}]->(manager)
WITH person, manager, movedAt, moveId
CALL (person, manager, movedAt, moveId) {
  WITH *
  WHERE EXISTS {
    MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
    WHERE is_open(summary)
  }
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.handed_over:' + moveId + ':' + manager.id})
  ON CREATE SET
    event.id = randomUUID(),
    event.type = 'weekly_summary.handed_over',
    event.queue = 'notifications',
    event.subjectId = manager.id,
    event.senderId = $callerId,
    event.aboutIds = [],
    event.movedAt = movedAt,
    pending_event(event, datetime($now) + slip())
  SET event += {aboutIds: event.aboutIds + person.id}
}
