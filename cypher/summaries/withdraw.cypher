// Withdraws the caller's own summary: deletes it, with the event that announces it, and the notifications of that event, and what sends
// them. `isFinal` is true, and nothing is changed, when it has a response, or when its week, or the earliest
// that it had before an edit, is over in the caller's time zone. No row when it does not exist or belongs to someone
// else. Writing the id first takes the lock that a response takes as well; the lock of the event lets its delivery end
// before its notifications are read. `announced` of the caller remembers, until the week is over, to whom a message
// about it may have been sent, so that another summary of the week sends them none (see notifications/load_event). None was sent if it was
// not tried, or if it ended without one: the recipient wants none, or the address gets none.
// @batch
// @param summaryId: id
MATCH (locked:Summary {tenantId: $tenantId, id: $summaryId, userId: $callerId})
SET locked.id = $summaryId
WITH locked
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId, userId: $callerId})
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
  WITH *, parts_of_summary(summary) AS parts
  OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.submitted:' + summaryId})
  SET event.subjectId = summaryId
  WITH summary, parts, user, summaryId, weeks, thisWeek, event
  OPTIONAL MATCH (notification:Notification {tenantId: $tenantId, eventId: event.id})
  WHERE notification.userId IS NOT NULL
  OPTIONAL MATCH (message:OutboxEvent {tenantId: $tenantId})
  WHERE message.key IN message_keys(notification)
  SET message.subjectId = notification.id
  WITH
    summary, parts, user, summaryId, weeks, thisWeek, event, message, notification,
    CASE WHEN (message.status <> 'pending' OR message.attempts > 0) AND NOT coalesce(message.outcome IN ['skipped', 'stopped'], false) THEN [week IN weeks | toString(week) + ' ' + notification.userId] ELSE [] END
    AS sent
  FOREACH (part IN parts | DETACH DELETE part)
  DETACH DELETE message, notification, event, summary
  WITH summaryId, user, thisWeek, collect(DISTINCT sent) AS sent
  WITH
    summaryId, user,
    [told IN coalesce(user.announced, []) WHERE date(left(told, 10)) >= thisWeek] AS before,
    reduce(all = [], told IN sent | all + told) AS more
  WITH summaryId, user, before + [told IN more WHERE NOT told IN before] AS announced
  SET user.announced = CASE WHEN size(announced) > 0 THEN announced[-100..] END
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.withdrawn:' + summaryId})
  ON CREATE SET
    change.type = 'summary.withdrawn',
    change.subjectType = 'summary',
    change.subjectId = summaryId,
    change.changed = [],
    change_entry(change)
}
RETURN isFinal
