// Creates a tenant with the $properties that it had when it was exported.
// @all-tenants
CREATE (tenant:Tenant)
SET tenant = $properties
