// The tenant of a slug, with the settings that it has of its own.
MATCH (tenant:Tenant {slug: $slug})
RETURN
  tenant.id AS id, left(toString(tenant.createdAt + duration({nanoseconds: 1})), 23) + 'Z' AS createdAt,
  tenant {.*, createdAt: null, settingsChangedAt: null} AS settings
