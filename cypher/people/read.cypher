// Returns a user of the directory, also a deactivated one, with their manager, and the caller's standing towards them.
// `user` is null when the user does not exist in the tenant.
// @param userId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
RETURN
  // @include standing
  AS standing,
  owner {.id, .name, .jobTitle, .photoUrl, team: team.name, department: team.department} AS user,
  owner {
    .email, .active, .roles, .timezone, .employeeNumber, .externalId, .preferredLanguage,
    emailStopped: CASE WHEN owner.emailStopped = owner.email THEN true END, .region, .workingDays, .checkInsExpected,
    pendingManager: coalesce(owner.pendingManagerText, owner.pendingManager),
    updatedAt: moment(owner.updatedAt)
  } AS details,
  COLLECT {
    MATCH (owner)-[:REPORTS_TO]->(manager:User)
    OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
    RETURN user_ref_in(manager, managerTeam)
  }[0] AS manager
