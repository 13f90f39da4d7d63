// Returns a notification for its e-mail, with the tenant and the recipient, whose address `isStopped` after a bounce or
// complaint; $address, unless it is null, is used instead of theirs. `recipient` is null when they have been deactivated, or are no longer the manager of everybody whose summary or
// trend it is, nor a deputy of theirs; no row when the notification was erased.
// @ahead worker
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (recipient:User {tenantId: $tenantId, id: notification.userId, active: true})
WHERE NOT notification.type IN ['weekly_summary.submitted', 'weekly_summary.handed_over', 'trend.flagged'] OR NOT EXISTS {
  UNWIND notification.aboutIds AS aboutId
  WITH aboutId
  WHERE NOT EXISTS {
    MATCH (about:User {tenantId: $tenantId, id: aboutId})
      // @include nearest_active_manager
    MATCH (manager)<-[terms:DEPUTY_FOR*0..1]-(recipient)
    WHERE recipient <> about AND all(term IN terms WHERE
      (notification.type = 'weekly_summary.submitted' OR notification.type = 'trend.flagged' AND 'read' IN term.rights) AND
      // @include is_in_force
    )
  }
}
RETURN
  notification {.id, .type, .payload, .link} AS notification,
  tenant {.name, .language} AS tenant,
  recipient {
    .id, .name,
    language: coalesce(recipient.language, recipient.preferredLanguage),
    email: coalesce($address, recipient.email),
    isStopped: coalesce(recipient.emailStopped = coalesce($address, recipient.email), false)
  } AS recipient
