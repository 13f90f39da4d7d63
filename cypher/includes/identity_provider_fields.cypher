// Map: an identity provider as the interface shows it. Expects `provider`.
provider {
  .id, .issuer, .audience, .tenantClaim, .tenantValue, .personClaim,
  createdAt: moment(provider.createdAt)
}
