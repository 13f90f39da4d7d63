// Holds up to $limit pending events of all tenants: no worker takes them before outbox/release. Returns how many. Takes
// their write locks, and leaves out those that have ended meanwhile. An attempt that is under way ends without a
// result.
// @all-tenants
// @param limit: whole number
MATCH (event:OutboxEvent {status: 'pending'})
WHERE event.dueAt IS NOT NULL
WITH event
LIMIT toInteger($limit)
SET event.id = event.id
WITH event
WHERE event.status = 'pending'
SET event.status = 'held'
REMOVE event.leasedUntil, event.leaseId, event.deliveries
RETURN count(*) AS events
