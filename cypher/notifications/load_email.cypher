// Returns a notification for its e-mail, with the tenant and the recipient, whose address `isStopped` after a bounce or
// complaint; $address, unless it is null, is used instead of theirs. `recipient` is null when they have been deactivated, or are no
// longer what $readers says of the type (see notifications/registry.ts): the manager, or a deputy of theirs, of everybody it is about, or a
// holder of a role. A service that dispatched it has chosen them. No row when the notification was erased.
// @ahead worker
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH notification, tenant, $readers[notification.type] AS readers
OPTIONAL MATCH (recipient:User {tenantId: $tenantId, id: notification.userId, active: true})
WHERE notification.isDispatched OR CASE
  WHEN readers.deputies IS NOT NULL AND size(notification.aboutIds) > 0 THEN NOT EXISTS {
    UNWIND notification.aboutIds AS aboutId
    WITH aboutId
    WHERE NOT EXISTS {
      MATCH (about:User {tenantId: $tenantId, id: aboutId})
        // @include nearest_active_manager
      MATCH (manager)<-[terms:DEPUTY_FOR*0..1]-(recipient)
      WHERE recipient <> about AND all(term IN terms WHERE
        any(right IN term.rights WHERE right IN readers.deputies) AND
        // @include is_in_force
      )
    }
  }
  ELSE readers.roles IS NULL OR any(role IN recipient.roles WHERE role IN readers.roles)
END
RETURN
  notification {.id, .type, .payload, .link, isDispatched: coalesce(notification.isDispatched, false)} AS notification,
  tenant {.name, .language} AS tenant,
  recipient {
    .id, .name,
    language: coalesce(recipient.language, recipient.preferredLanguage),
    email: coalesce($address, recipient.email),
    isStopped: coalesce(recipient.emailStopped = coalesce($address, recipient.email), false)
  } AS recipient
