// Changes settings of a tenant, and returns what it was before. The first SET takes the tenant's lock, so that nobody
// changes it in between; a time zone that the database does not know is an error.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.settingsChangedAt = datetime($now)
WITH tenant, tenant {.*, createdAt: null, settingsChangedAt: null} AS before
SET tenant += $settings
SET tenant.settingsChangedAt = datetime({datetime: datetime($now), timezone: tenant.timezone})
RETURN before
