// Returns how far seeding of the demo has come: `written` when the first of its users has a summary, `others` when the
// tenant has users who are not the demo's.
OPTIONAL MATCH (first:User {tenantId: $tenantId, email: $firstEmail})
RETURN
  EXISTS { (first)-[:WROTE]->(:Summary) } AS written,
  EXISTS {
    MATCH (other:User {tenantId: $tenantId})
    WHERE other.email IS NOT NULL AND NOT other.email IN $emails
  } AS others
