// Gives a queue to up to $limit events of all tenants that have none, because a process of an earlier release made
// them, and returns how many. Leaves out those that are done.
// @all-tenants
CALL () {
  MATCH (event:OutboxEvent)
  WHERE event.status IN ['pending', 'held'] AND event.dueAt IS NOT NULL AND event.queue IS NULL
  RETURN event
  UNION
  MATCH (event:OutboxEvent {status: 'dead'})
  WHERE event.endedAt IS NOT NULL AND event.queue IS NULL
  RETURN event
}
WITH event
LIMIT toInteger($limit)
SET event.queue = CASE
  WHEN event.type = 'email.send' THEN 'emails'
  WHEN event.type = 'profile.import' THEN 'imports'
  WHEN event.type = 'trends.detect' THEN 'trends'
  WHEN event.type IN ['digest.weekly', 'goals.non_setters'] OR size(event.recipientIds) > 20 THEN 'mass-notifications'
  ELSE 'notifications'
END
RETURN count(*) AS count
