// Map: a person with what a change may change, as src/features/organisation/people/person.ts reads it. Expects `person` and `team` (their team
// or null).
person {
  .id, .email, .name, .jobTitle, .photoUrl, .roles, .active, .timezone,
  .employeeNumber, .externalId, .preferredLanguage, .emailStopped, .userName, .givenName, .familyName, .department, .region, .workingDays, .checkInsExpected, .grantedRoles, .deniedRoles, .removed, .hasNewKeys, .pendingById,
  pendingManager: coalesce(person.pendingManagerText, person.pendingManager),
  startDate: toString(person.startDate),
  createdAt: moment(person.createdAt),
  updatedAt: moment(person.updatedAt),
  team: team.name,
  teamDepartment: team.department,
  manager: COLLECT {
    MATCH (person)-[:REPORTS_TO]->(upper:User)
    OPTIONAL MATCH (upper)-[:MEMBER_OF]->(upperTeam:Team)
    RETURN upper {.id, .name, .jobTitle, .photoUrl, .active, .email, team: upperTeam.name}
  }[0]
}
