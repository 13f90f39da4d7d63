// Creates a tenant. One with this slug that was there already comes back as it is: its id is not the one given.
MERGE (tenant:Tenant {slug: $slug})
ON CREATE SET
  tenant.id = $id,
  tenant.name = $name,
  tenant.timezone = $timezone,
  tenant.nominationDays = $nominationDays,
  tenant.orgRevision = 0,
  tenant.createdAt = datetime($now)
RETURN tenant.id AS id
