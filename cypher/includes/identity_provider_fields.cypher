// identity_provider_fields(provider): map, an identity provider as the interface shows it.
provider {
  .id, .issuer, .audience, .tenantClaim, .tenantValue, .personClaim,
  createdAt: moment(provider.createdAt)
}
