// Notes how far seeding of the demo has come: $progress, or null at its end.
// @param progress: text or null
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.demoProgress = $progress
RETURN tenant.demoProgress AS progress
