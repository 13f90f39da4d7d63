// Returns the identity providers of all tenants, oldest first, each with the slug of its tenant and the revision that rises
// when an identity of the tenant is unbound, or bound by an admin.
// @all-tenants
OPTIONAL MATCH (provider:IdentityProvider)
WHERE provider.key IS NOT NULL
OPTIONAL MATCH (tenant:Tenant {id: provider.tenantId})
WITH provider, tenant
ORDER BY provider.createdAt, provider.id
RETURN collect(provider {
  .id, .tenantId, .issuer, .audience, .tenantClaim, .tenantValue, .personClaim, .createdById, .emailDomains,
  .clientId, .scopes,
  slug: tenant.slug, revision: coalesce(tenant.identityRevision, 0)
}) AS providers
