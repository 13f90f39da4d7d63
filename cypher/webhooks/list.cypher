// Returns a page of the webhooks of the tenant, newest first, behind the position $after ({createdAt, id} or null).
// Callers without one of $permittedRoles get none.
// @param permittedRoles: list of roles
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
CALL (standing) {
  WITH * WHERE any(role IN standing.roles WHERE role IN $permittedRoles)
  MATCH (webhook:Webhook {tenantId: $tenantId})
  WHERE webhook.createdAt <= datetime(coalesce($after.createdAt, '9999-12-31T00:00:00Z')) AND webhook.id IS NOT NULL
    AND ($after IS NULL OR webhook.createdAt < datetime($after.createdAt) OR webhook.id < $after.id)
  WITH webhook
  ORDER BY webhook.tenantId DESC, webhook.createdAt DESC, webhook.id DESC
  LIMIT 201
  WITH
    // @include webhook_fields
    AS fields
  ORDER BY fields.createdAt DESC, fields.id DESC
  RETURN collect(fields {.*, position: {createdAt: fields.createdAt, id: fields.id}}) AS webhooks
}
RETURN standing, webhooks[0..toInteger($limit) + 1] AS items
