// Creates a tenant and returns its id. When the slug exists, returns that tenant's id and changes nothing. A time zone
// unknown to the database is an error.
// @all-tenants
// @param slug: text
// @param settings: tenant settings
// @param id: id
// @param now: instant
MERGE (tenant:Tenant {slug: $slug})
ON CREATE SET
  tenant += $settings,
  tenant.id = $id,
  tenant.orgRevision = 0,
  tenant.createdAt = datetime($now),
  tenant.settingsChangedAt = datetime({datetime: datetime($now), timezone: $settings.timezone})
RETURN tenant.id AS id
