// Returns a tenant by slug with its own settings.
// @all-tenants
// @param slug: text
MATCH (tenant:Tenant {slug: $slug})
RETURN
  tenant.id AS id, moment(tenant.createdAt) AS createdAt,
  tenant {.*, createdAt: null, settingsChangedAt: null, lastMoveAt: null} AS settings
