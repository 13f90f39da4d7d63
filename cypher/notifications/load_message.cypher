// Returns a notification that is sent outside of the application, with the tenant, the recipient's choice of channels (JSON) and the recipient, whose address
// `isStopped` for e-mails after a bounce or complaint, and `isUnproven` while a second admin has to approve that an admin changed it; $address, unless it is null, is used instead of theirs. `recipient` is null when they have been
// deactivated, unless it is the notice of a power (`readers.isSecurity`), or when it is no longer meant for them (see includes/is_meant; $readers has the `readers` of each type) and no service chose
// them. For a notification of a weekly run ($runKinds; `isRun`), `recipient` is also null when the run no longer concerns them. No row when
// the notification was erased.
// @ahead worker
// @param notificationId: id
// @param readers: map of {deputies: list of texts or null, roles: list of roles or null, isSecurity: boolean}
// @param address: text or null
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (source:OutboxEvent {tenantId: $tenantId, id: notification.eventId})
WITH
  notification, tenant, notification.type AS kind, notification.aboutIds AS aboutIds,
  $readers[notification.type] AS readers, week_of_run(source) AS week
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: notification.userId})
WHERE (person.active OR readers.isSecurity AND notification.isDispatched IS NULL)
  AND (
    notification.isDispatched OR
    // @include is_meant
  )
WITH notification, tenant, kind, week, person
WITH notification, tenant, week, CASE WHEN week IS NULL OR
  // @include hears
  THEN person END AS person
RETURN
  notification {.id, .type, .payload, .link, isDispatched: coalesce(notification.isDispatched, false)} AS notification,
  tenant {.name, .slug, .language, .channelsOff, .addressedChannels, .timezone, .region, .workingDays, .regionWorkingDays, .regionFreeDays} AS tenant,
  week IS NOT NULL AS isRun,
  person.channels AS channels,
  person {
    .id, .name,
    language: coalesce(person.language, person.preferredLanguage),
    email: coalesce($address, person.email),
    isStopped: coalesce(person.emailStopped = coalesce($address, person.email), false),
    isUnproven: tenant.roleApproval = 'second_admin' AND EXISTS {
      MATCH (mark:Approval {tenantId: $tenantId, key: 'sign_in:' + person.id})
      WHERE any(reason IN open_reasons(mark) WHERE reason[0] = 'email')
    },
    // @include day_facts
  } AS recipient
