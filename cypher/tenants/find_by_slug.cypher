// Returns a tenant by slug with its own settings.
MATCH (tenant:Tenant {slug: $slug})
RETURN
  tenant.id AS id, left(toString(tenant.createdAt + duration({nanoseconds: 1})), 23) + 'Z' AS createdAt,
  tenant {.*, createdAt: null, settingsChangedAt: null, lastMoveAt: null} AS settings
