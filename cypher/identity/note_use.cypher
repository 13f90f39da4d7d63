// Keeps when the token of a service was used last. No row if it was revoked meanwhile.
// @param tokenId: id
// @param now: instant
MATCH (token:ServiceToken {tenantId: $tenantId, id: $tokenId})
SET token.lastUsedAt = datetime($now)
RETURN token.id AS id
