// The tenant of a slug, with the settings that it has of its own.
MATCH (tenant:Tenant {slug: $slug})
RETURN
  tenant.id AS id, toString(tenant.createdAt) AS createdAt,
  tenant {.*, createdAt: null, settingsChangedAt: null} AS settings
