// Returns the service with the token of this hash, of whatever tenant: `name` is null if there is none, or it has expired.
// @all-tenants
// @param hash: text
// @param now: instant
OPTIONAL MATCH (token:ServiceToken {hash: $hash})
WHERE token.expiresAt > datetime($now)
RETURN
  token.id AS tokenId, token.tenantId AS tenantId, token.name AS name, token.scopes AS scopes,
  coalesce(token.lastUsedAt < datetime($now) - duration({minutes: 1}), true) AS isUseDue
