// Returns a notification for its e-mail, with the tenant, the recipient's choice of channels (JSON) and the recipient, whose address
// `isStopped` after a bounce or complaint; $address, unless it is null, is used instead of theirs. `recipient` is null when they have been
// deactivated, or when it is no longer meant for them (see includes/is_meant; $readers has the `readers` of each type) and no service chose
// them. For a notification of a weekly run ($runKinds; `isRun`), `recipient` is also null when the run no longer concerns them. No row when
// the notification was erased.
// @ahead worker
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (source:OutboxEvent {tenantId: $tenantId, id: notification.eventId})
WITH
  notification, tenant, notification.type AS kind, notification.aboutIds AS aboutIds,
  $readers[notification.type] AS readers, week_of_run(source) AS week
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: notification.userId, active: true})
WHERE notification.isDispatched OR
  // @include is_meant
WITH notification, tenant, kind, week, person
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
