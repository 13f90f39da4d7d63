// Replaces the encrypted secrets of $webhooks ({tenantId, id, was, previousWere, secret, previousSecrets}), and returns
// how many webhooks it changed. Takes their write locks first, and leaves out webhooks whose secrets are no longer the
// ones that were read (`was`, `previousWere`).
// @all-tenants
// @param webhooks: list of {tenantId: id, id: id, was: text, previousWere: list of texts, secret: text,
//   previousSecrets: list of texts}
UNWIND $webhooks AS one
MATCH (webhook:Webhook {tenantId: one.tenantId, id: one.id})
SET webhook.id = one.id
WITH webhook, one
WHERE webhook.secret = one.was AND coalesce(webhook.previousSecrets, []) = one.previousWere
SET webhook.secret = one.secret, webhook.previousSecrets = one.previousSecrets
RETURN count(*) AS resealed
