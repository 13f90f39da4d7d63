// Deletes the service tokens that came with an archive, and returns their number. Otherwise a token that
// was revoked after the export would be valid again.
MATCH (token:ServiceToken {tenantId: $tenantId})
WHERE token.createdAt IS NOT NULL AND token.id IS NOT NULL
DELETE token
RETURN count(*) AS count
