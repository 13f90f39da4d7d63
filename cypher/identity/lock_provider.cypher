// Takes the write lock of an identity provider until the transaction ends (see organisation/lock_tenant).
// @param providerId: id
MATCH (provider:IdentityProvider {tenantId: $tenantId, id: $providerId})
SET provider.id = $providerId
RETURN provider.id AS id
