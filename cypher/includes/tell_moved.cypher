// Clauses: tells `person`, whom a move gives `manager` (null at the top), and the manager before, `fromManagerId` (or null), who
// moved them, unless they did so themselves. The event of a person is shared with others who move to that manager at once
// (`moveId`) and whose ids begin alike, so that no list grows with the number of people who are moved. That of a former manager
// names the first 20 people and counts the others. Nobody is told of somebody who has just come, nor of
// somebody who has left, unless an admin moves them.
// @param now: instant
WITH *
WHERE person.createdAt < datetime($now) AND (person.active OR
  // @include is_by_admin
)
CALL (person, manager, moveId) {
  WITH * WHERE person.id <> $callerId
  MERGE (event:OutboxEvent {
    tenantId: $tenantId,
    key: 'account.manager_changed:' + moveId + ':' + coalesce(manager.id, '') + ':' + substring(person.id, 0, 2)
  })
  ON CREATE SET
    event.id = randomUUID(),
    event.type = 'account.manager_changed',
    event.actorId = $callerId,
    event.subjectId = manager.id,
    event.aboutIds = [id IN [manager.id] WHERE id IS NOT NULL],
    event.recipientIds = [],
    pending_event(event, datetime($now))
  WITH event, event.recipientIds + person.id AS recipientIds
  SET event += {
    recipientIds: recipientIds,
    queue: CASE WHEN size(recipientIds) > 20 THEN 'mass-notifications' ELSE 'notifications' END
  }
}
CALL (person, fromManagerId, moveId) {
  MATCH (former:User {tenantId: $tenantId, id: fromManagerId})
  WHERE former.id <> $callerId
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'org.reports_moved:' + moveId + ':' + former.id})
  ON CREATE SET
    event.id = randomUUID(),
    event.type = 'org.reports_moved',
    event.queue = 'notifications',
    event.actorId = $callerId,
    event.recipientIds = [former.id],
    event.aboutIds = [],
    event.movedCount = 0,
    pending_event(event, datetime($now))
  WITH event, person, event.aboutIds AS aboutIds
  SET event += {
    movedCount: event.movedCount + 1,
    aboutIds: CASE WHEN size(aboutIds) < 20 THEN aboutIds + person.id ELSE aboutIds END
  }
}
