// Returns a page of the caller's notifications, unread first, then newest first, behind the position $after ({unread,
// createdAt, id, asOf} or null): those of a $type and in a state ($unread), if these are not null. Those that were unread when
// the first page was read ($now, kept as `asOf`) keep their place in later pages.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller, coalesce($after.asOf, $now) AS asOf
RETURN
  caller {.roles} AS standing,
  [
    notification IN COLLECT {
      MATCH (notification:Notification {tenantId: $tenantId, userId: caller.id})
      WHERE notification.unread IS NOT NULL AND notification.createdAt IS NOT NULL
        AND ($type IS NULL OR notification.type = $type)
        AND ($unread IS NULL OR notification.unread = $unread)
      WITH notification, coalesce(notification.unread OR notification.readAt > datetime(asOf), false) AS wasUnread
      WHERE
        $after IS NULL
        OR $after.unread AND NOT wasUnread
        OR $after.unread = wasUnread AND (
          notification.createdAt < datetime($after.createdAt)
          OR notification.createdAt = datetime($after.createdAt) AND notification.id > $after.id
        )
      RETURN notification
      ORDER BY wasUnread DESC, notification.createdAt DESC, notification.id
      LIMIT 201
    }[0..toInteger($limit) + 1]
    | [
      notification.id, notification.type, notification.title, notification.text, notification.link,
      CASE WHEN notification.subjectId IS NOT NULL THEN notification.subjectType END, notification.subjectId,
      notification.unread,
      left(toString(notification.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
      left(toString(notification.readAt + duration({nanoseconds: 1})), 23) + 'Z',
      coalesce(notification.unread OR notification.readAt > datetime(asOf), false),
      left(toString(notification.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
      notification.id,
      asOf
    ]
  ] AS `items[id, type, title, text, link, subject.type, subject.id, unread, createdAt, readAt, position.unread, position.createdAt, position.id, position.asOf]`
