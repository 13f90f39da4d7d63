// Returns due events of all tenants as {tenantId, id, queue, type, attempts, traceparent, recipients}, where `recipients` is
// their number. For each of $queues ({name, limit}) these are up to `limit` events, which is at most 500. Events that have been due
// longest come first. If more are due, tenants take turns: the first event of each tenant, then the second of each. The order of
// tenants is random, because otherwise, with room for one event, the tenant with the longest line would be first each time. `isCrowded` says whether more are due.
// Each event gets a new dueAt, delayed by $minDelayMs × 2^deliveries, at most $maxDelayMs: if no worker acquires its
// lease by then (Redis lost the job, or the queue is long), it is delivered again.
// @ahead worker
// @all-tenants
UNWIND $queues AS queue
CALL (queue) {
  MATCH (event:OutboxEvent {queue: queue.name, status: 'pending'})
  USING INDEX SEEK event:OutboxEvent(queue, status, dueAt)
  WHERE event.dueAt <= datetime($now)
  WITH event
  ORDER BY event.queue, event.status, event.dueAt // the order of the index, which ends at the limit
  LIMIT 501
  RETURN collect(event) AS oldest
}
WITH queue, oldest, size(oldest) > queue.limit AS isCrowded
CALL (queue, oldest, isCrowded) {
  WITH * WHERE NOT isCrowded
  RETURN oldest AS events
  UNION
  WITH * WHERE isCrowded
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  CALL (queue, tenant) {
    MATCH (event:OutboxEvent {tenantId: tenant.id, queue: queue.name, status: 'pending'})
    USING INDEX SEEK event:OutboxEvent(tenantId, queue, status, dueAt)
    WHERE event.dueAt <= datetime($now)
    WITH event
    ORDER BY event.tenantId, event.queue, event.status, event.dueAt
    LIMIT 64
    RETURN collect(event) AS own
  }
  UNWIND range(0, size(own) - 1) AS place
  WITH queue, place, own[place] AS event
  ORDER BY place, rand()
  WITH queue, collect(event) AS inTurn
  RETURN inTurn[0..toInteger(queue.limit)] AS events
}
WITH collect({events: events, isCrowded: isCrowded}) AS claims
WITH any(claim IN claims WHERE claim.isCrowded) AS isCrowded, reduce(all = [], claim IN claims | all + claim.events) AS events
CALL (events) {
  UNWIND events AS event
  WITH event, coalesce(event.deliveries, 0) AS deliveries
  WITH event, deliveries, $minDelayMs * 2 ^ deliveries AS delayMs
  SET
    event.deliveries = deliveries + 1,
    event.dueAt = datetime($now) + duration({
      milliseconds: toInteger(CASE WHEN delayMs < $maxDelayMs THEN delayMs ELSE $maxDelayMs END)
    })
  WITH event
  WHERE event.id IS NOT NULL // it was erased since the index named it
  RETURN collect(event {
    .tenantId, .id, .queue, .type, .attempts, .traceparent, recipients: coalesce(size(event.recipientIds), 0)
  }) AS claimed
}
RETURN claimed AS events, isCrowded
