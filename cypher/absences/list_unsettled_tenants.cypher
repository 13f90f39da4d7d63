// Returns the tenants in which excused weeks are to be derived again.
// @ahead worker
// @all-tenants
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL AND tenant.unsettledAfter IS NOT NULL
  RETURN tenant.id
  ORDER BY tenant.id
} AS tenantIds
