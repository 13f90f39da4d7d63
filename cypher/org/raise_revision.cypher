// Counts a change of the organisation that no other statement of its transaction has counted.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.orgRevision = tenant.orgRevision + 1
