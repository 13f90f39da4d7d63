// Returns the caller with team, nearest active manager, tenant settings and the number of unread notifications.
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (reader)-[:MEMBER_OF]->(team:Team)
RETURN
  // @include myself
