// Subquery: returns the due events of `queue` ({name, limit}) as `events`, up to `limit`, which is at most 500, and `isCrowded`, whether more
// are due. Events that have been due longest come first. If more are due, tenants take turns: the first event of each tenant, then the second
// of each. The order of tenants is random, because otherwise, with room for one event, the tenant with the longest line would be first each
// time.
// @param now: instant
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
RETURN events, isCrowded
