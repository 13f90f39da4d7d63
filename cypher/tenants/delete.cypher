// Deletes the tenant itself, after everything it had.
MATCH (tenant:Tenant {id: $tenantId})
DELETE tenant
RETURN count(*) AS deleted
