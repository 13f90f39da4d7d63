// Takes the tenant's write lock, which every change of its organisation takes first; held until the transaction ends.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.orgRevision = coalesce(tenant.orgRevision, 0)
RETURN tenant.id AS id
