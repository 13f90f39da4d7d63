// Returns a user of the directory, also a deactivated one, with their manager, and the caller's standing towards them. `user` is
// null when the user does not exist in the tenant.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (user)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (user)-[:MEMBER_OF]->(team:Team)
RETURN
  caller {.roles, levelsAbove: length(line)} AS standing,
  user {.id, .name, .jobTitle, .photoUrl, team: team.name, department: team.department} AS user,
  user {
    .email, .active, .roles, .timezone, .employeeNumber, .externalId, .preferredLanguage,
    emailStopped: CASE WHEN user.emailStopped = user.email THEN true END, .region,
    pendingManager: coalesce(user.pendingManagerText, user.pendingManager),
    updatedAt: moment(user.updatedAt)
  } AS details,
  COLLECT {
    MATCH (user)-[:REPORTS_TO]->(manager:User)
    OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
    RETURN manager {.id, .name, .jobTitle, team: managerTeam.name, .photoUrl}
  }[0] AS manager
