// Returns up to $limit due events of all tenants, longest due first, as {tenantId, id, type, attempts, traceparent,
// recipients}, the last being their number. Each gets a new dueAt, delayed by $minDelayMs × 2^deliveries, at most $maxDelayMs: if no worker
// acquires its lease by then (Redis lost the job, or the queue is long), it is delivered again.
// @ahead worker
MATCH (event:OutboxEvent {status: 'pending'})
WHERE event.dueAt <= datetime($now)
WITH event
ORDER BY event.status, event.dueAt // the order of the index, which ends at the limit
LIMIT toInteger($limit)
WITH event, coalesce(event.deliveries, 0) AS deliveries
WITH event, deliveries, $minDelayMs * 2 ^ deliveries AS delayMs
SET
  event.deliveries = deliveries + 1,
  event.dueAt = datetime($now) + duration({
    milliseconds: toInteger(CASE WHEN delayMs < $maxDelayMs THEN delayMs ELSE $maxDelayMs END)
  })
RETURN collect(event {
  .tenantId, .id, .type, .attempts, .traceparent, recipients: coalesce(size(event.recipientIds), 0)
}) AS events
