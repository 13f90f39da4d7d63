// Returns the caller with team, nearest active manager, tenant settings and the number of unread notifications.
// @ahead api
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (reader)-[:MEMBER_OF]->(team:Team)
RETURN
  reader.roles AS `standing.roles`,
  CASE WHEN reader IS NOT NULL THEN (
    // @include is_manager
  ) END AS `standing.isManager`,
  tenant {.id, .name, .timezone, .elevatedRoles} AS tenant,
  reader {.id, .name, .jobTitle, team: team.name, .photoUrl, .email, .roles, department: team.department} AS user,
  COLLECT {
    MATCH (reader)
      // @include nearest_active_manager
    OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
    RETURN manager {.id, .name, .jobTitle, team: managerTeam.name, .photoUrl}
  }[0] AS manager,
  COUNT {
    (notification:Notification {tenantId: $tenantId, userId: reader.id, unread: true})
    WHERE notification.createdAt IS NOT NULL
  } AS unreadNotifications
