// Returns due events of all tenants as {tenantId, id, queue, type, attempts, leftMs, traceparent, recipients}, where `recipients` is
// their number. For each of $queues ({name, limit}) these are up to `limit` events, in the order of includes/due_in_turn. `isCrowded` says
// whether more are due.
// Each event gets a new dueAt, delayed by $minDelayMs × 2^deliveries, at most $maxDelayMs: if no worker acquires its
// lease by then (Redis lost the job, or the queue is long), it is delivered again.
// @ahead worker
// @all-tenants
// @param queues: list of {name: text, limit: whole number}
// @param minDelayMs: number
// @param now: instant
// @param maxDelayMs: number
UNWIND $queues AS queue
CALL (queue) {
  // @include due_in_turn
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
    .tenantId, .id, .queue, .type, .attempts, .leftMs, .traceparent, recipients: coalesce(size(event.recipientIds), 0)
  }) AS claimed
}
RETURN claimed AS events, isCrowded
