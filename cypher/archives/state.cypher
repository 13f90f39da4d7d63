// Returns what an export compares before and after: the settings of the tenant, the numbers of its nodes and relationships, the last
// number of its change log, numbers about the outbox [pending events, their attempts and deliveries, events at which a worker is
// working] and about webhooks [sum of their positions, webhooks at which a worker is working].
// @param now: instant
MATCH (tenant:Tenant {id: $tenantId})
RETURN
  properties(tenant) AS tenant,
  COUNT { (:$($tenantLabel)) } AS nodes,
  COUNT { (:$($tenantLabel))-[]->() } AS relationships,
  coalesce(COLLECT { MATCH (log:ChangeLog {tenantId: $tenantId}) RETURN log.lastSequence }[0], 0) AS lastSequence,
  COLLECT {
    MATCH (event:OutboxEvent {tenantId: $tenantId})
    WHERE event.key IS NOT NULL AND event.status = 'pending'
    RETURN [
      count(event),
      sum(event.attempts + coalesce(event.deliveries, 0)),
      count(CASE WHEN event.leasedUntil > datetime($now) THEN 1 END)
    ]
  }[0] AS outbox,
  COLLECT {
    MATCH (webhook:Webhook {tenantId: $tenantId})
    WHERE webhook.status IS NOT NULL
    RETURN [sum(webhook.position), count(CASE WHEN webhook.leasedUntil > datetime($now) THEN 1 END)]
  }[0] AS webhooks
