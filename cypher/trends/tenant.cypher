// The name of the tenant, what it has set for its trends, and how many people there are to look at.
MATCH (tenant:Tenant {id: $tenantId})
RETURN
  tenant {.name, .trendLevel, .minimumGroup, .trendRecentWeeks, .trendBaselineWeeks} AS tenant,
  COUNT { MATCH (person:User {tenantId: $tenantId}) WHERE person.email IS NOT NULL } AS people
