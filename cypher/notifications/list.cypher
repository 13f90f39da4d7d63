// Returns a page of the caller's notifications, unread first, then newest first, behind the position $after ({unread,
// createdAt, id, asOf} or null). $type and $unread select notifications by type and state, if they are not null. Notifications that
// were unread when the first page was read ($now, kept as `asOf`) keep their place in later pages. Unread and read ones are taken in the order of
// an index, each in a subquery of its own, so that a page costs the same however many there are; the statistics of a young database would
// choose another index. Notifications that were read since `asOf` are sorted; usually they are few. `…From` is the
// time at which a kind begins, null if the page needs none of it.
// @param after: position or null
// @param now: instant
// @param unread: boolean or null
// @param type: text or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH
  caller, coalesce($after.asOf, $now) AS asOf,
  datetime(coalesce($after.createdAt, '9999-12-31T00:00:00Z')) AS from,
  coalesce($after.unread, true) AS wasUnread
WITH
  *,
  CASE WHEN wasUnread AND coalesce($unread, true) THEN from END AS unreadFrom,
  CASE WHEN wasUnread AND NOT coalesce($unread, false) THEN from END AS readSinceFrom
WITH
  *,
  COLLECT {
    CALL (caller, asOf, unreadFrom, readSinceFrom) {
      CALL (caller, unreadFrom) {
        MATCH (notification:Notification {tenantId: $tenantId, userId: caller.id, unread: true})
        USING INDEX SEEK notification:Notification(tenantId, userId, unread, createdAt)
        WHERE notification.createdAt <= unreadFrom
          AND CASE notification.createdAt WHEN unreadFrom THEN notification.id > $after.id ELSE true END
          AND ($type IS NULL OR notification.type = $type)
        RETURN notification
        ORDER BY
          notification.tenantId DESC, notification.userId DESC, notification.unread DESC, notification.createdAt DESC, notification.id
        LIMIT 201
      }
      RETURN notification
      UNION
      MATCH (notification:Notification {tenantId: $tenantId, userId: caller.id})
      USING INDEX SEEK notification:Notification(tenantId, userId, readAt)
      WHERE notification.readAt > datetime(asOf) AND notification.unread = false
        AND notification.createdAt <= readSinceFrom
        AND CASE notification.createdAt WHEN readSinceFrom THEN notification.id > $after.id ELSE true END
        AND ($type IS NULL OR notification.type = $type)
      RETURN notification
    }
    RETURN notification
    ORDER BY notification.createdAt DESC, notification.id
    LIMIT 201
  } AS unreadBefore
WITH
  *,
  CASE
    WHEN $unread OR size(unreadBefore) = 201 THEN null
    WHEN $after.unread THEN datetime('9999-12-31T00:00:00Z')
    ELSE from
  END AS readFrom
RETURN
  caller {.roles} AS standing,
  [
    notification IN (unreadBefore + COLLECT {
      CALL (caller, asOf, unreadBefore, readFrom) {
        MATCH (notification:Notification {tenantId: $tenantId, userId: caller.id, unread: false})
        USING INDEX SEEK notification:Notification(tenantId, userId, unread, createdAt)
        WHERE notification.createdAt <= readFrom
          AND CASE notification.createdAt WHEN readFrom THEN notification.id > $after.id ELSE true END
          AND NOT coalesce(notification.readAt > datetime(asOf), false)
          AND NOT notification IN unreadBefore
          AND ($type IS NULL OR notification.type = $type)
        RETURN notification
        ORDER BY
          notification.tenantId DESC, notification.userId DESC, notification.unread DESC, notification.createdAt DESC, notification.id
        LIMIT 201
      }
      RETURN notification
    })[0..toInteger($limit) + 1]
    | [
      notification.id, notification.type, notification.title, notification.text, notification.link,
      CASE WHEN notification.subjectId IS NOT NULL THEN notification.subjectType END, notification.subjectId,
      notification.unread,
      moment(notification.createdAt),
      moment(notification.readAt),
      coalesce(notification.unread OR notification.readAt > datetime(asOf), false),
      moment(notification.createdAt),
      notification.id,
      asOf
    ]
  ] AS `items[id, type, title, text, link, subject.type, subject.id, unread, createdAt, readAt, position.unread, position.createdAt, position.id, position.asOf]`
