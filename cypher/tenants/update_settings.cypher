// Updates settings of a tenant ($settings: map; null removes a setting) and returns the previous ones. The first SET
// takes the tenant's write lock, which makes `before` exact. A time zone unknown to the database is an error. The caller
// writes the audit entry (audit/record).
// @param now: instant
// @param settings: tenant settings
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.settingsChangedAt = datetime($now)
WITH tenant, tenant {.*, createdAt: null, settingsChangedAt: null, lastMoveAt: null} AS before
SET tenant += $settings
SET tenant.settingsChangedAt = datetime({datetime: datetime($now), timezone: tenant.timezone})
RETURN before
