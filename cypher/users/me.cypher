// Returns the caller with team, nearest active manager, tenant settings and the number of unread notifications.
// @ahead api
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (reader)-[:MEMBER_OF]->(team:Team)
RETURN
  // @include myself
  ,
  CASE WHEN reader IS NOT NULL THEN (
    // @include is_manager
  ) END AS `standing.isManager`,
  COLLECT {
    MATCH (reader)
      // @include nearest_active_manager
    OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
    RETURN manager {.id, .name, .jobTitle, team: managerTeam.name, .photoUrl}
  }[0] AS manager
