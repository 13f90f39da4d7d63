// Returns a notification for its e-mail, with the tenant, the recipient's choice of channels (JSON) and the recipient, whose address
// `isStopped` after a bounce or complaint; $address, unless it is null, is used instead of theirs. `recipient` is null when they have been
// deactivated, or are no longer what $readers says of the type (see notifications/registry.ts): the manager, or a deputy of theirs, of
// everybody it is about, or a holder of a role. A service that dispatched it has chosen them. For a notification of a
// weekly run ($runKinds; `isRun`), `recipient` is also null when the run no longer concerns them. No row when the notification was erased.
// @ahead worker
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (source:OutboxEvent {tenantId: $tenantId, id: notification.eventId})
WITH notification, tenant, $readers[notification.type] AS readers, notification.type AS kind, CASE
  WHEN source.type IN $runKinds AND source.key STARTS WITH source.type + ':' THEN date(split(source.key, ':')[1])
END AS week
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
WITH notification, tenant, kind, week, recipient AS person
WITH notification, tenant, week, CASE WHEN week IS NULL OR
  // @include hears
  THEN person END AS person
RETURN
  notification {.id, .type, .payload, .link, isDispatched: coalesce(notification.isDispatched, false)} AS notification,
  tenant {.name, .language, .channelsOff, .timezone, .region, .workingDays, .regionWorkingDays} AS tenant,
  week IS NOT NULL AS isRun,
  person.channels AS channels,
  person {
    .id, .name,
    language: coalesce(person.language, person.preferredLanguage),
    email: coalesce($address, person.email),
    isStopped: coalesce(person.emailStopped = coalesce($address, person.email), false),
    // @include day_facts
  } AS recipient
