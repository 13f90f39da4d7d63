// Creates a tenant with the $properties that it had when it was exported.
CREATE (tenant:Tenant)
SET tenant = $properties
