// Moves `person` under `manager`, or to the top when `manager` is null, writes the audit entry of the move and its
// entry in the change log (the texts of audit_entry and change_entry), and keeps the line that ends as REPORTED_TO.
// Where summaries of the person wait for a response (is_open), the manager is told of them some minutes later, as it is
// then: in one event for all moves to that manager with the same `moveId`. Expects `fromManagerId` (the manager before,
// or null), `auditId`, `moveId`, `movedAt` (see move_time) and `planId` (the plan that the move is part of, or null).
// The caller of this text holds the tenant's write lock and has ruled out a cycle.
CREATE (entry:AuditEntry:$($tenantLabel) {
  tenantId: $tenantId,
  id: auditId,
  action: 'reporting-line.move',
  at: movedAt,
  actorId: $callerId,
  source: $source,
  systemUser: $systemUser,
  userId: person.id,
  fromManagerId: fromManagerId,
  toManagerId: manager.id,
  planId: planId,
  traceId: substring($traceparent, 3, 32),
  recordedAt: datetime.realtime()
})
CREATE (change:ChangeEntry:$($tenantLabel) {
  tenantId: $tenantId,
  key: 'org.manager.changed:' + auditId,
  type: 'org.manager.changed',
  subjectType: 'user',
  subjectId: person.id,
  changed: ['managerId'],
  at: datetime($now),
  traceparent: $traceparent,
  recordedAt: datetime.realtime()
})
SET person.updatedAt = datetime($now), person.pendingManager = null, person.pendingManagerText = null
WITH person, manager, movedAt, planId, moveId
CALL (person, movedAt) {
  MATCH (person)-[old:REPORTS_TO]->(previous)
  CREATE (person)-[:REPORTED_TO {
    since: coalesce(old.since, movedAt),
    until: movedAt,
    planId: old.planId
  }]->(previous)
  DELETE old
}
WITH person, manager, movedAt, planId, moveId
WHERE manager IS NOT NULL
CREATE (person)-[:REPORTS_TO {since: movedAt, planId: planId}]->(manager)
WITH person, manager, movedAt, moveId
CALL (person, manager, movedAt, moveId) {
  WITH *
  WHERE EXISTS {
    MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
    WHERE summary.weekStart > date(datetime($now)) - duration({weeks: 53}) AND NOT EXISTS { (summary)<-[:ANSWERS]-(:Response) }
  }
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.handed_over:' + moveId + ':' + manager.id})
  ON CREATE SET
    event:$($tenantLabel),
    event.id = randomUUID(),
    event.type = 'weekly_summary.handed_over',
    event.queue = 'notifications',
    event.subjectId = manager.id,
    event.senderId = $callerId,
    event.aboutIds = [],
    event.movedAt = movedAt,
    event.status = 'pending',
    event.attempts = 0,
    event.traceparent = $traceparent,
    event.dueAt = datetime($now) +
      // @include slip
      ,
    event.createdAt = datetime($now)
  SET event += {aboutIds: event.aboutIds + person.id}
}
