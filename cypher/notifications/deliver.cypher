// Delivers the notifications of events. Each of $rows is an event's notification for each of its deliveries ({userId,
// notificationId, language, unread, address, emailEventId}), with its `texts` by language: created once per recipient, with an
// email.send event where emailEventId is not null. The event ends as done in the same transaction if the row is its last.
// Takes the events' write locks before it reads them: one that has ended, or was erased with the person it is about, is left
// out. Recipients are locked in order of their ids, as other deliveries do. An e-mail continues the trace of the row, which
// is that of the attempt. Returns how many recipients have their notification, and `outdatedIds`: the events of rows that
// are left out because somebody they name was erased since they were made. That can be where a row names people whom its
// event does not (row.isCounted). Such a row takes the tenant's write lock first, which an erasure holds from its first
// statement to its commit: an erasure has either ended, and the person is not found here, or begins after this commit, and
// finds the notification. A row with `reports` is outdated as well when one of these people has another manager now than
// `managerId`, whose lock a move takes; or, with `open`, another number of untold summaries: the delivery that told of one
// holds the same lock until all that it wrote can be seen.
// @ahead worker
UNWIND $rows AS row
CALL (row) {
  WITH * WHERE row.isCounted
  MATCH (tenant:Tenant {id: $tenantId})
  SET tenant.id = $tenantId
  WITH row
  UNWIND row.aboutIds AS aboutId
  WITH aboutId
  WHERE NOT EXISTS { MATCH (:User {tenantId: $tenantId, id: aboutId}) }
  RETURN count(*) > 0 AS namesErased
}
CALL (row) {
  UNWIND row.reports AS expected
  MATCH (person:User {tenantId: $tenantId, id: expected.id})
  WITH *
  ORDER BY person.id
  SET person.id = person.id
  WITH *
  WHERE NOT EXISTS {
    MATCH (person)
      // @include nearest_active_manager
    WHERE manager.id = row.managerId AND (
      expected.open IS NULL OR expected.open =
      // @include untold_summaries
    )
  }
  RETURN count(*) > 0 AS isMoved
}
WITH row, namesErased OR isMoved AS isOutdated
WITH
  collect(CASE WHEN isOutdated THEN row.eventId END) AS outdatedIds,
  collect(CASE WHEN NOT isOutdated THEN row END) AS rows
CALL (rows) {
  UNWIND rows AS row
  MATCH (source:OutboxEvent {tenantId: $tenantId, id: row.eventId})
  SET source.id = row.eventId
  WITH source, row
  WHERE source.status = 'pending'
  CALL (source, row) {
    WITH * WHERE row.isLast
    SET source.status = 'done', source.endedAt = datetime($now), source.error = null
    REMOVE source.dueAt, source.leasedUntil, source.leaseId
  }
  UNWIND row.deliveries AS delivery
  MATCH (recipient:User {tenantId: $tenantId, id: delivery.userId})
  WITH *
  ORDER BY recipient.id
  MERGE (notification:Notification {tenantId: $tenantId, eventId: row.eventId, userId: recipient.id})
  ON CREATE SET
    notification:$($tenantLabel),
    notification.id = delivery.notificationId,
    notification.type = source.type,
    notification.title = row.texts[delivery.language].title,
    notification.text = row.texts[delivery.language].text,
    notification.payload = row.payload,
    notification.link = row.link,
    notification.subjectType = row.subjectType,
    notification.subjectId = row.subjectId,
    notification.aboutIds = row.aboutIds,
    notification.isDispatched = CASE WHEN source.key STARTS WITH 'dispatch:' THEN true END,
    notification.unread = delivery.unread,
    notification.createdAt = datetime($now)
  MERGE (recipient)-[:RECEIVED]->(notification)
  WITH *
  CALL (source, row, delivery, notification) {
    WITH * WHERE delivery.emailEventId IS NOT NULL
    MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + notification.id})
    ON CREATE SET
      event.id = delivery.emailEventId,
      event.type = 'email.send',
      event.queue = CASE source.queue WHEN 'mass-notifications' THEN 'mass-emails' ELSE 'emails' END,
      event.subjectId = notification.id,
      event.recipientIds = [delivery.userId],
      event.address = delivery.address,
      // @include pending_event
    SET event.traceparent = row.traceparent
  }
  RETURN count(notification) AS delivered
}
RETURN delivered, outdatedIds
