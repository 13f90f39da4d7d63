// Returns a notification for its e-mail, with the tenant's name and the recipient. `recipient` is null when they have
// been deactivated; no row when the notification was erased.
// @ahead worker
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (recipient:User {tenantId: $tenantId, id: notification.userId, active: true})
RETURN
  notification {.id, .type, .payload, .link} AS notification,
  tenant.name AS tenantName,
  recipient {.email, .name} AS recipient
