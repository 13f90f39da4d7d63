// Delivers the notifications of events. Each of $rows is an event's notification for each of its deliveries ({userId,
// notificationId, language, unread, address, messages}), with its `texts` by language. A notification is created once per recipient. Each of
// `messages` ({type, queue, massQueue, eventId}) becomes an event that sends it outside of the application: to `address` or, if that is null,
// to the recipient's own address. The event of a row ends as done in the same transaction if the row is its last.
// Takes the events' write locks before it reads them: one that has ended, or was erased with the person it is about, is left
// out. Recipients are locked in order of their ids, as other deliveries do. A message continues the trace of the row, which
// is that of the attempt. Returns how many recipients have their notification, and `outdatedIds`: the events of rows that
// are left out because somebody they name was erased since they were made. That can be where a row names people whom its
// event does not (row.isCounted). Such a row takes the tenant's write lock first, which an erasure holds from its first
// statement to its commit: an erasure has either ended, and the person is not found here, or begins after this commit, and
// finds the notification. A row with `reports` ({id, open}), the people whose manager it is for, is outdated as well when it is meant for
// others now than `toldIds`, by the rights `deputies` (see includes/is_meant; here all whom it is meant for are asked for, since somebody
// else may have to be told too). It is asked under the locks of the reports, which a move takes. With `open`, it is outdated when a
// report has another number of summaries of which the manager `managerId` is untold: the delivery that told of one holds the same lock
// until all that it wrote can be seen.
// @ahead worker
// @param rows: list of {isCounted?: boolean, aboutIds: list of ids or null, reports?: list of {id: id, open?: number},
//   deputies?: list of texts, managerId?: id or null, toldIds?: list of ids, eventId: id, isLast: boolean,
//   deliveries: list of {userId: id, notificationId: id, language: text, unread: boolean or null, messages: list of {type: text,
//   eventId: id, massQueue: text, queue: text}, address: text or null}, texts: map of {title: text, text: text}, payload: JSON text,
//   link: text or null, subjectType?: text, subjectId?: id, traceparent: text or null}
// @param now: instant
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
  MATCH (about:User {tenantId: $tenantId, id: expected.id})
  WITH *
  ORDER BY about.id
  SET about.id = about.id
  WITH row, expected, about, {deputies: row.deputies} AS readers
  WITH row, expected, about, COLLECT {
    MATCH (about)
      // @include told_about
    RETURN DISTINCT told.id
  } AS meantIds
  CALL (row, expected, about) {
    WITH row, expected, about AS person WHERE expected.open IS NOT NULL
    MATCH (manager:User {tenantId: $tenantId, id: row.managerId})
    WHERE expected.open <>
      // @include untold_summaries
    RETURN count(*) > 0 AS isToldElsewhere
  }
  WITH *
  WHERE isToldElsewhere OR size(meantIds) <> size(row.toldIds) OR any(id IN meantIds WHERE NOT id IN row.toldIds)
  RETURN count(*) > 0 AS isMeantForOthers
}
WITH row, namesErased OR isMeantForOthers AS isOutdated
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
    notification.isDispatched = CASE WHEN is_dispatched(source) THEN true END,
    notification.unread = delivery.unread,
    notification.createdAt = datetime($now)
  MERGE (recipient)-[:RECEIVED]->(notification)
  WITH *
  CALL (source, row, delivery, notification) {
    UNWIND delivery.messages AS message
    MERGE (event:OutboxEvent {tenantId: $tenantId, key: message.type + ':' + notification.id})
    ON CREATE SET
      event.id = message.eventId,
      event.type = message.type,
      event.queue = CASE source.queue WHEN 'mass-notifications' THEN message.massQueue ELSE message.queue END,
      event.subjectId = notification.id,
      event.notificationType = notification.type,
      event.recipientIds = [delivery.userId],
      event.address = delivery.address,
      pending_event(event, datetime($now))
    SET event.traceparent = row.traceparent
  }
  RETURN count(notification) AS delivered
}
RETURN delivered, outdatedIds
