// Takes the tenant's write lock, which every change of its organisation takes first; held until the transaction ends.
// An id is set to what it is by its parameter: setting a property to what is read of it locks in another way, and when a
// statement does so twice while others wait, Neo4j takes it for a deadlock.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
RETURN tenant.id AS id
