// Creates a trend.flagged event for each of $flags ({key, scope, subject, eventId, payload}): to the person's manager,
// or for a department or the organisation to everyone with one of $rolesWithTenantScope. A flag without recipients is
// skipped. The run remembers the keys, and $continuedKeys of flags whose shift was announced in an earlier week: nobody is
// notified twice of the same shift.
MATCH (run:TrendRun {tenantId: $tenantId, weekStart: date($weekStart)})
WITH run, COLLECT {
  MATCH (leader:User {tenantId: $tenantId, active: true})
  WHERE leader.email IS NOT NULL AND any(role IN leader.roles WHERE role IN $rolesWithTenantScope)
  RETURN leader.id
} AS leaderIds
CALL (leaderIds) {
  UNWIND $flags AS flag
  WITH flag, CASE
    WHEN flag.scope <> 'individual' THEN leaderIds
    ELSE COLLECT {
      MATCH (:User {tenantId: $tenantId, id: flag.subject})-[:REPORTS_TO]->(manager:User {active: true})
      RETURN manager.id
    }
  END AS recipientIds
  WHERE size(recipientIds) > 0
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: flag.key})
  ON CREATE SET
    event.id = flag.eventId,
    event.type = 'trend.flagged',
    event.queue = 'notifications',
    event.subjectId = CASE flag.scope WHEN 'individual' THEN flag.subject END,
    event.payload = flag.payload,
    event.aboutIds = CASE flag.scope WHEN 'individual' THEN [flag.subject] END,
    event.recipientIds = recipientIds,
    // @include pending_event
  RETURN collect(flag.key) AS notifiedKeys
}
SET run.told = run.told + [key IN $continuedKeys WHERE NOT key IN run.told] + notifiedKeys
RETURN size(notifiedKeys) AS notified
