// Deletes up to $limit deliveries of all tenants that were queued before $before, and returns how many.
// @all-tenants
// @param before: instant
// @param limit: whole number
MATCH (delivery:WebhookDelivery)
WHERE delivery.createdAt < datetime($before)
WITH delivery
LIMIT toInteger($limit)
DELETE delivery
RETURN count(*) AS swept
