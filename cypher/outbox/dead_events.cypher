// Returns how many events of $onlyTenantId (of all tenants when it is null) are dead, by tenant and type, and since when the first of them is;
// those that have waited longest come first. There are at most 100 rows.
// @all-tenants
// @param onlyTenantId: id or null
MATCH (event:OutboxEvent {status: 'dead'})
WHERE event.endedAt IS NOT NULL AND ($onlyTenantId IS NULL OR event.tenantId = $onlyTenantId)
WITH event.tenantId AS tenantId, event.type AS type, count(*) AS count, min(event.endedAt) AS since
ORDER BY since, tenantId, type
LIMIT 100
RETURN tenantId, type, count, moment(since) AS since
