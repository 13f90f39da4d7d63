// Returns the identity providers of the tenant, oldest first. Callers without one of $permittedRoles get none, unless
// $asOperator.
// @param asOperator: boolean
// @param permittedRoles: list of roles
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH caller {.roles} AS standing
CALL (standing) {
  UNWIND CASE WHEN $asOperator OR any(role IN standing.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS isPermitted
  MATCH (provider:IdentityProvider {tenantId: $tenantId})
  WHERE provider.createdAt IS NOT NULL AND provider.id IS NOT NULL
  WITH provider
  ORDER BY provider.createdAt, provider.id
  RETURN collect(identity_provider_fields(provider)) AS providers
}
RETURN standing, providers
