// Columns: the caller, their time zone if they have one, the tenant's settings and the number of unread notifications. Expects `reader`, `tenant` and `team`.
reader.roles AS `standing.roles`,
reader.timezone AS timezone,
tenant {.id, .name, .timezone, .elevatedRoles, .nominationDays} AS tenant,
reader {.id, .name, .jobTitle, team: team.name, .photoUrl, .email, .roles, department: team.department} AS user,
COUNT {
  (notification:Notification {tenantId: $tenantId, userId: reader.id, unread: true})
  WHERE notification.createdAt IS NOT NULL
} AS unreadNotifications
