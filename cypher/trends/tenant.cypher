// The name of the tenant, what it has set for its trends, how many people there are to look at, and how many were erased.
MATCH (tenant:Tenant {id: $tenantId})
RETURN
  tenant {.name, .trendLevel, .minimumGroup, .trendRecentWeeks, .trendBaselineWeeks} AS tenant,
  coalesce(tenant.erasures, 0) AS erasures,
  COUNT { MATCH (person:User {tenantId: $tenantId}) WHERE person.email IS NOT NULL } AS people
