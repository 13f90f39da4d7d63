// The notification that an e-mail is to tell, and whom; no recipient when they have left.
MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (recipient:User {tenantId: $tenantId, id: notification.userId, active: true})
RETURN
  notification {.id, .type, .payload, .link} AS notification,
  tenant.name AS tenantName,
  recipient {.email, .name} AS recipient
