// Returns the settings that the tenant has stored, with the caller's standing.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {
    .name, .timezone, .language, .region, .workingDays, .regionWorkingDays, .nominationDays, .nominateKnownTeamsOnly, .managersAsk, .minimumGroup, .opens, .due, .lastCall, .digest, .teamSchedules,
    .channelsOff, .rateLimits, .planApproval, .roleApproval, .retention, .groupRoles, .groupTeams, .elevatedRoles
  } AS tenant
