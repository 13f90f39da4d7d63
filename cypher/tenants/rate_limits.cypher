// Returns the setting `rateLimits` of a tenant, null without one.
// @ahead api
MATCH (tenant:Tenant {id: $tenantId})
RETURN tenant.rateLimits AS rateLimits
