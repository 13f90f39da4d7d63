// Returns a notification for its e-mail, with the tenant's name and the recipient. `recipient` is null when they have
// been deactivated, or are no longer the manager of the person whose summary or trend it is, or a deputy; no row when the notification
// was erased.
// @ahead worker
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (recipient:User {tenantId: $tenantId, id: notification.userId, active: true})
WHERE NOT notification.type IN ['weekly_summary.submitted', 'trend.flagged'] OR notification.aboutIds IS NULL OR EXISTS {
  MATCH (about:User {tenantId: $tenantId, id: notification.aboutIds[0]})
    // @include nearest_active_manager
  MATCH (manager)<-[terms:DEPUTY_FOR*0..1]-(recipient)
  WHERE recipient <> about AND all(term IN terms WHERE
    (notification.type = 'weekly_summary.submitted' OR 'read' IN term.rights) AND
    // @include is_in_force
  )
}
RETURN
  notification {.id, .type, .payload, .link} AS notification,
  tenant.name AS tenantName,
  recipient {.id, .email, .name} AS recipient
