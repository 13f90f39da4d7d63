// Puts the secrets of $webhooks ({tenantId, id, was, previousWere, secret, previousSecrets}) sealed anew in the place of those they were, and
// returns how many it changed. Takes their write locks, and leaves out those that have other secrets (`was`, `previousWere`) meanwhile.
UNWIND $webhooks AS one
MATCH (webhook:Webhook {tenantId: one.tenantId, id: one.id})
SET webhook.id = one.id
WITH webhook, one
WHERE webhook.secret = one.was AND coalesce(webhook.previousSecrets, []) = one.previousWere
SET webhook.secret = one.secret, webhook.previousSecrets = one.previousSecrets
RETURN count(*) AS resealed
