// Deletes the tenant node itself, after delete_nodes has removed the rest.
MATCH (tenant:Tenant {id: $tenantId})
DELETE tenant
RETURN count(*) AS deleted
