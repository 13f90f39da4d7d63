// Returns a page of the deliveries of a webhook, newest first, behind the position $after ({createdAt, id} or null); of
// one $status, or of all where it is null. `webhookFound` is false when there is no such webhook. Callers without one
// of $permittedRoles get none.
// @param webhookId: id
// @param permittedRoles: list of roles
// @param after: position or null
// @param status: text or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (webhook:Webhook {tenantId: $tenantId, id: $webhookId})
WITH caller {.roles} AS standing, webhook
CALL (standing, webhook) {
  WITH * WHERE webhook IS NOT NULL AND any(role IN standing.roles WHERE role IN $permittedRoles)
  MATCH (delivery:WebhookDelivery {tenantId: $tenantId, webhookId: webhook.id})
  WHERE delivery.createdAt <= datetime(coalesce($after.createdAt, '9999-12-31T00:00:00Z')) AND delivery.id IS NOT NULL
    AND ($after IS NULL OR delivery.createdAt < datetime($after.createdAt) OR delivery.id < $after.id)
    AND ($status IS NULL OR delivery.status = $status)
  WITH delivery
  ORDER BY delivery.tenantId DESC, delivery.webhookId DESC, delivery.createdAt DESC, delivery.id DESC
  LIMIT 201
  WITH
    // @include delivery_fields
    AS fields
  ORDER BY fields.createdAt DESC, fields.id DESC
  RETURN collect(fields {.*, position: {createdAt: fields.createdAt, id: fields.id}}) AS deliveries
}
RETURN standing, webhook IS NOT NULL AS webhookFound, deliveries[0..toInteger($limit) + 1] AS items
