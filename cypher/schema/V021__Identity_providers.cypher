// People sign in with tokens of their company's identity provider. An issuer and an audience are one tenant's, or with a claim one each.
CREATE CONSTRAINT identity_provider_id IF NOT EXISTS FOR (provider:IdentityProvider) REQUIRE provider.id IS UNIQUE;
CREATE CONSTRAINT identity_provider_once_per_key IF NOT EXISTS FOR (provider:IdentityProvider) REQUIRE provider.key IS UNIQUE;
CREATE INDEX identity_provider_by_issuer IF NOT EXISTS FOR (provider:IdentityProvider) ON (provider.issuer, provider.audience);
CREATE INDEX identity_provider_by_creation IF NOT EXISTS FOR (provider:IdentityProvider) ON (provider.tenantId, provider.createdAt, provider.id);
// A subject of an issuer is bound to one person, and a person to one subject of each issuer.
CREATE CONSTRAINT identity_id IF NOT EXISTS FOR (identity:Identity) REQUIRE identity.id IS UNIQUE;
CREATE CONSTRAINT identity_once_per_subject IF NOT EXISTS FOR (identity:Identity) REQUIRE (identity.tenantId, identity.issuer, identity.subject) IS UNIQUE;
CREATE CONSTRAINT identity_once_per_holder IF NOT EXISTS FOR (identity:Identity) REQUIRE (identity.tenantId, identity.issuer, identity.holderId) IS UNIQUE;
CREATE INDEX identity_by_person IF NOT EXISTS FOR (identity:Identity) ON (identity.tenantId, identity.userId, identity.boundAt, identity.id);
// Services sign in with a token of which only the hash is known.
CREATE CONSTRAINT service_token_id IF NOT EXISTS FOR (token:ServiceToken) REQUIRE token.id IS UNIQUE;
CREATE CONSTRAINT service_token_once_per_hash IF NOT EXISTS FOR (token:ServiceToken) REQUIRE token.hash IS UNIQUE;
CREATE INDEX service_token_by_creation IF NOT EXISTS FOR (token:ServiceToken) ON (token.tenantId, token.createdAt, token.id);
