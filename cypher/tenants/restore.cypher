// Creates a tenant with the $properties that it had when it was exported.
// @all-tenants
// @param properties: map of values
CREATE (tenant:Tenant)
SET tenant = $properties
