// identity_provider_fields(provider): map, an identity provider as the interface shows it.
provider {
  .id, .issuer, .audience, .tenantClaim, .tenantValue, .personClaim, .emailDomains,
  .clientId, .scopes,
  createdAt: moment(provider.createdAt)
}
