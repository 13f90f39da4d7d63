// Creates a trend.flagged event for each of $flags ({key, scope, subject, eventId, payload}). A flag about a person goes to
// their nearest active manager; a flag about a department or the organisation goes to everyone with one of
// $rolesWithTenantScope. A flag without recipients is skipped. The run remembers the keys, and $continuedKeys, which belong to
// flags whose shift was announced in an earlier week. So nobody is notified twice about the same shift.
// @param weekStart: date
// @param rolesWithTenantScope: list of roles
// @param flags: list of {scope: text, subject: text, key: text, eventId: id, payload: JSON text}
// @param continuedKeys: list of texts
// @param now: instant
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
      MATCH (subject:User {tenantId: $tenantId, id: flag.subject})
      MATCH (subject)
        // @include nearest_active_manager
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
    pending_event(event, datetime($now))
  RETURN collect(flag.key) AS notifiedKeys
}
SET run.told = run.told + [key IN $continuedKeys WHERE NOT key IN run.told] + notifiedKeys
RETURN size(notifiedKeys) AS notified
