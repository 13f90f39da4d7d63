// Map: a person with what a change may change, as src/org/person.ts reads it. Expects `person` and `team` (their team or null).
person {
  .id, .email, .name, .jobTitle, .photoUrl, .roles, .active,
  .externalId, .userName, .givenName, .familyName, .department, .grantedRoles, .removed,
  startDate: toString(person.startDate),
  createdAt: left(toString(person.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
  updatedAt: left(toString(person.updatedAt + duration({nanoseconds: 1})), 23) + 'Z',
  team: team.name,
  teamDepartment: team.department,
  manager: COLLECT {
    MATCH (person)-[:REPORTS_TO]->(upper:User)
    OPTIONAL MATCH (upper)-[:MEMBER_OF]->(upperTeam:Team)
    RETURN upper {.id, .name, .jobTitle, .photoUrl, .active, .email, team: upperTeam.name}
  }[0]
}
