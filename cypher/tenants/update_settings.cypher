// Updates settings of a tenant ($settings: map; null removes a setting) and returns the previous ones. The first SET
// takes the tenant's write lock, which makes `before` exact. A time zone unknown to the database is an error. Writes an audit entry with their names.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.settingsChangedAt = datetime($now)
WITH tenant, tenant {.*, createdAt: null, settingsChangedAt: null, lastMoveAt: null} AS before
SET tenant += $settings
SET tenant.settingsChangedAt = datetime({datetime: datetime($now), timezone: tenant.timezone})
MERGE (entry:AuditEntry {tenantId: $tenantId, id: $auditId})
ON CREATE SET
  entry:$($tenantLabel),
  entry.action = 'settings.update',
  entry.at = datetime($now),
  entry.actorId = $callerId,
  entry.source = $source,
  entry.fields = keys($settings)
RETURN before
