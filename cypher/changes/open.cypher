// Lets readers see the entries that earlier transactions have given a place in the change log. Readers may see part of
// a commit; the lock on the log is free once the whole commit that gave the places can be seen. $publisherId names the
// process, for the lock. The webhooks of the tenant that are enabled become due; those that wait for their turn keep
// their place. They are locked before their status is read: one that is disabled meanwhile must not become due.
// @ahead worker
// @all-tenants
// @param publisherId: id
// @param now: instant
MATCH (log:ChangeLog {hasUnopened: true})
SET log.lockedBy = $publisherId
WITH log
ORDER BY log.tenantId
SET log.openThrough = log.lastSequence
REMOVE log.hasUnopened
WITH log
CALL (log) {
  MATCH (webhook:Webhook {tenantId: log.tenantId})
  WHERE webhook.createdAt IS NOT NULL AND webhook.id IS NOT NULL
  SET webhook.tenantId = log.tenantId
  WITH webhook
  WHERE webhook.status = 'enabled'
  SET webhook.dueAt = CASE WHEN webhook.dueAt < datetime($now) THEN webhook.dueAt ELSE datetime($now) END
  RETURN count(webhook) AS woken
}
RETURN count(log) AS opened
