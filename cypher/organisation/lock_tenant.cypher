// Takes the tenant's write lock until the transaction ends, and returns how many people were erased; every change of
// the organisation takes it first. A property is set to its own value by parameter: setting it from a read of itself
// locks differently, and when a statement does so twice while others wait, Neo4j reports a deadlock.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
RETURN coalesce(tenant.erasures, 0) AS erasures
