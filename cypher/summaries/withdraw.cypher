// Withdraws the caller's own summary: deletes it, with the event that announces it, and the notifications and e-mails
// of that event. `isFinal` is true, and nothing is changed, when it has a response, or when its week, or the earliest
// that it had before an edit, is over in the caller's time zone. No row when it does not exist or belongs to someone
// else. Writing the id first takes the lock that a response takes as well; the lock of the event lets its delivery end
// before its notifications are read. `announced` of the caller remembers, until the week is over, to whom an e-mail
// about it was sent, so that another summary of the week sends them none (see notifications/load_event).
// @batch
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId, userId: $callerId})
SET summary.id = $summaryId
WITH summary
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $callerId})
WITH
  summary, user, summary.id AS summaryId,
  [coalesce(summary.earliestWeek, summary.weekStart), summary.weekStart] AS weeks,
    // @include current_week
  AS thisWeek,
  EXISTS { (summary)<-[:ANSWERS]-(:Response) } OR coalesce(summary.earliestWeek, summary.weekStart) <
    // @include current_week
  AS isFinal
CALL (summary, user, summaryId, weeks, thisWeek, isFinal) {
  WITH * WHERE NOT isFinal
  OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.submitted:' + summaryId})
  SET event.subjectId = summaryId
  WITH summary, user, summaryId, weeks, thisWeek, event
  OPTIONAL MATCH (notification:Notification {tenantId: $tenantId, eventId: event.id})
  WHERE notification.userId IS NOT NULL
  OPTIONAL MATCH (email:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + notification.id})
  SET email.subjectId = notification.id
  WITH
    summary, user, summaryId, weeks, thisWeek, event, email, notification,
    CASE WHEN email.status <> 'pending' OR email.attempts > 0 THEN [week IN weeks | toString(week) + ' ' + notification.userId] ELSE [] END
    AS mailed
  DETACH DELETE email, notification, event, summary
  WITH summaryId, user, thisWeek, collect(mailed) AS mailed
  WITH
    summaryId, user,
    [told IN coalesce(user.announced, []) WHERE date(left(told, 10)) >= thisWeek] AS before,
    reduce(all = [], told IN mailed | all + told) AS more
  WITH summaryId, user, before + [told IN more WHERE NOT told IN before] AS announced
  SET user.announced = CASE WHEN size(announced) > 0 THEN announced[-100..] END
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.withdrawn:' + summaryId})
  ON CREATE SET
    change.type = 'summary.withdrawn',
    change.subjectType = 'summary',
    change.subjectId = summaryId,
    change.changed = [],
    // @include change_entry
}
RETURN isFinal
