// Returns a page of the caller's notifications, unread first, then newest first, behind the position $after ({unread,
// createdAt, id} or null): those of a $type and in a state ($unread), if these are not null.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
RETURN
  caller {.roles} AS standing,
  COLLECT {
    MATCH (notification:Notification {tenantId: $tenantId, userId: caller.id})
    WHERE notification.unread IS NOT NULL AND notification.createdAt IS NOT NULL
      AND ($type IS NULL OR notification.type = $type)
      AND ($unread IS NULL OR notification.unread = $unread)
      AND (
      $after IS NULL
      OR $after.unread AND NOT notification.unread
      OR $after.unread = notification.unread AND (
        notification.createdAt < datetime($after.createdAt)
        OR notification.createdAt = datetime($after.createdAt) AND notification.id > $after.id
      )
    )
    WITH notification
    ORDER BY notification.unread DESC, notification.createdAt DESC, notification.id
    LIMIT 201
    RETURN notification {
      .id, .type, .title, .text, .link,
      subject: CASE WHEN notification.subjectId IS NOT NULL THEN {type: notification.subjectType, id: notification.subjectId} END,
      unread: notification.unread,
      createdAt: left(toString(notification.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
      readAt: left(toString(notification.readAt + duration({nanoseconds: 1})), 23) + 'Z',
      position: {
        unread: notification.unread,
        createdAt: left(toString(notification.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
        id: notification.id
      }
    }
  }[0..toInteger($limit) + 1] AS items
