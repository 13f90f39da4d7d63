// Takes due events of all tenants from $queue, for a process that works on them itself: claims them, counts the attempt at each
// and leases it to $leaseId, see includes/begin_attempt. Returns them; those beyond $maxAttempts have become dead. There are up to
// $limit of them, in the order of includes/due_in_turn, and up to $maxTried that were tried before or postponed for $aloneFromMs or longer:
// these are worked on one by one, and one whose work must wait would count an attempt that may never begin. `isCrowded` says whether more are due. The write lock of an event is
// taken before it is looked at: another process may have taken it meanwhile. An event that was erased meanwhile is left out.
// @ahead worker
// @all-tenants
// @param queue: text
// @param limit: number
// @param aloneFromMs: number
// @param maxTried: whole number
// @param now: instant
// @param spreadMs: number
WITH {name: $queue, limit: $limit} AS queue
CALL (queue) {
  // @include due_in_turn
}
WITH
  isCrowded,
  [event IN events WHERE event.attempts = 0 AND coalesce(event.leftMs, 0) < $aloneFromMs] AS untried,
  [event IN events WHERE event.attempts > 0 OR event.leftMs >= $aloneFromMs] AS tried
WITH isCrowded OR size(tried) > $maxTried AS isCrowded, untried + tried[0..toInteger($maxTried)] AS due
CALL (due) {
  UNWIND due AS event
  SET event.queue = $queue
  WITH event
  WHERE event.status = 'pending' AND event.dueAt <= datetime($now)
  WITH event, rand() * $spreadMs AS jitterMs, event.attempts + 1 AS attempt
  // @include begin_attempt
}
RETURN events, isCrowded
