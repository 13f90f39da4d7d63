// Creates a tenant. One with this slug that was there already comes back as it is: its id is not the one given.
// A time zone that the database does not know is an error.
MERGE (tenant:Tenant {slug: $slug})
ON CREATE SET
  tenant += $settings,
  tenant.id = $id,
  tenant.orgRevision = 0,
  tenant.createdAt = datetime($now),
  tenant.settingsChangedAt = datetime({datetime: datetime($now), timezone: $settings.timezone})
RETURN tenant.id AS id
