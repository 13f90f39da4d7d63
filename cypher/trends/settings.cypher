// Returns the tenant's name and minimum group, the number of its users and the number of erasures, which clear_flags
// compares. Takes the tenant's write lock: an erasure that is counted has ended.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
RETURN
  tenant {.name, .minimumGroup} AS tenant,
  coalesce(tenant.erasures, 0) AS erasures,
  COUNT { MATCH (person:User {tenantId: $tenantId}) WHERE person.email IS NOT NULL } AS people
