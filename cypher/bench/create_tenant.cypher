// Creates the benchmark's tenant.
CREATE (tenant:Tenant:$($tenantLabel) {
  id: $tenantId,
  slug: 'bench-' + $tenantId,
  name: 'Bench',
  timezone: 'Europe/Berlin',
  orgRevision: 0
})
RETURN tenant.id AS id
