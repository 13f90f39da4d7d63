// Increments the tenant's organisation revision, for transactions whose other statements do not.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.orgRevision = tenant.orgRevision + 1
