// Columns: the caller, whether they are a manager, their nearest active manager, their time zone if they have one, the
// tenant's settings and the number of unread notifications. Expects `reader`, `tenant` and `team`.
reader.roles AS `standing.roles`,
CASE WHEN reader IS NOT NULL THEN (
  // @include is_manager
) END AS `standing.isManager`,
CASE WHEN reader IS NOT NULL THEN is_partner(reader) END AS `standing.isPartner`,
reader.timezone AS timezone,
COLLECT {
  MATCH (reader)
    // @include nearest_active_manager
  OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
  RETURN user_ref_in(manager, managerTeam)
}[0] AS manager,
tenant {.id, .slug, .name, .timezone, .elevatedRoles, .nominationDays, .managersAsk, .assistants} AS tenant,
reader {
  .id, .name, .jobTitle, team: team.name, .photoUrl, .email, .roles, department: team.department,
  language: coalesce(reader.language, reader.preferredLanguage)
} AS user,
COUNT {
  MATCH (notification:Notification {tenantId: $tenantId, userId: reader.id, unread: true})
  USING INDEX notification:Notification(tenantId, userId, unread, createdAt)
  WHERE notification.createdAt IS NOT NULL
  RETURN notification
} AS unreadNotifications
