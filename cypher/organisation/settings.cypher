// Returns the settings that the tenant has stored, with the caller's standing.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {
    .name, .timezone, .language, .region, .workingDays, .regionWorkingDays, .regionFreeDays, .nominationDays, .nominateKnownTeamsOnly, .managersAsk, .assistants, .minimumGroup, .opens, .due, .lastCall, .digest, .teamSchedules,
    .channelsOff, .rateLimits, .planApproval, .roleApproval, .establishedDays, .retention, .groupRoles, .groupTeams, .elevatedRoles
  } AS tenant
