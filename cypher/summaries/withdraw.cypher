// Withdraws the caller's own summary: deletes it, with the event that announces it, and the notifications and e-mails of that event.
// `isFinal` is true, and nothing is changed, when it has a response, or when its week, or the earliest that it had before an edit, is over in
// the caller's time zone. No row when it does not exist or belongs to someone else. Writing the id first takes the lock that a response takes as well; the lock of the event
// lets its delivery end before its notifications are read.
// @batch
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId, userId: $callerId})
SET summary.id = $summaryId
WITH summary
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $callerId})
WITH
  summary, summary.id AS summaryId,
  EXISTS { (summary)<-[:ANSWERS]-(:Response) } OR coalesce(summary.earliestWeek, summary.weekStart) <
    // @include current_week
  AS isFinal
CALL (summary, summaryId, isFinal) {
  WITH * WHERE NOT isFinal
  OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.submitted:' + summaryId})
  SET event.subjectId = summaryId
  WITH summary, summaryId, event
  OPTIONAL MATCH (notification:Notification {tenantId: $tenantId, eventId: event.id})
  WHERE notification.userId IS NOT NULL
  OPTIONAL MATCH (email:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + notification.id})
  DETACH DELETE email, notification, event, summary
  WITH DISTINCT summaryId
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.withdrawn:' + summaryId})
  ON CREATE SET
    change.type = 'summary.withdrawn',
    change.subjectType = 'summary',
    change.subjectId = summaryId,
    change.changed = [],
    // @include change_entry
}
RETURN isFinal
