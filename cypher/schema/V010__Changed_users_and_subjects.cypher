// Users keep when their entry in the directory last changed, and are found by it; those that are there get the time of their
// creation. Notifications say what they are about: those that are there as far as their events are still kept.
CREATE INDEX user_by_update IF NOT EXISTS FOR (user:User) ON (user.tenantId, user.active, user.updatedAt);
MATCH (user:User)
WHERE user.updatedAt IS NULL
CALL (user) {
  SET user.updatedAt = user.createdAt
} IN TRANSACTIONS OF 5000 ROWS;
MATCH (event:OutboxEvent)
WITH event, CASE
  WHEN event.type STARTS WITH 'weekly_summary.' THEN {type: 'summary', id: event.subjectId}
  WHEN event.type = 'trend.flagged' THEN {type: 'user', id: event.aboutIds[0]}
  WHEN event.key STARTS WITH 'insights.import_finished:' THEN {type: 'import_job', id: split(event.key, ':')[1]}
END AS subject
WHERE subject.id IS NOT NULL
MATCH (notification:Notification {tenantId: event.tenantId, eventId: event.id})
WHERE notification.userId IS NOT NULL AND notification.subjectId IS NULL
CALL (notification, subject) {
  SET notification.subjectType = subject.type, notification.subjectId = subject.id
} IN TRANSACTIONS OF 5000 ROWS;
