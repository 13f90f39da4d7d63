// How far the demo has come in a tenant: whether the first of its people has written, and whether others are there.
OPTIONAL MATCH (first:User {tenantId: $tenantId, email: $firstEmail})
RETURN
  EXISTS { (first)-[:WROTE]->(:Summary) } AS written,
  EXISTS {
    MATCH (other:User {tenantId: $tenantId})
    WHERE other.email IS NOT NULL AND NOT other.email IN $emails
  } AS others
