// Returns each tenant's time zone and schedules, as stored.
// @all-tenants
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  RETURN tenant {
    tenantId: tenant.id, .timezone, .opens, .due, .lastCall, .digest, .teamSchedules,
    createdAt: moment(tenant.createdAt)
  }
} AS tenants
