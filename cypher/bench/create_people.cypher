// Creates a batch of the benchmark's users and their teams.
// @param people: list of {id: id, email: text, name: text, jobTitle: text or null, roles: list of roles, team: text or null,
//   department: text or null}
UNWIND $people AS person
CREATE (user:User:$($tenantLabel) {
  tenantId: $tenantId,
  id: person.id,
  email: person.email,
  name: person.name,
  sortName: toLower(person.name),
  jobTitle: person.jobTitle,
  roles: person.roles,
  active: true,
  createdAt: datetime('2026-01-05T09:00:00Z'),
  updatedAt: datetime('2026-01-05T09:00:00Z')
})
MERGE (team:Team {tenantId: $tenantId, key: toLower(person.team)})
ON CREATE SET
  team:$($tenantLabel),
  team.name = person.team,
  team.sortName = toLower(person.team),
  team.department = person.department,
  team.departmentKey = toLower(person.department)
CREATE (user)-[:MEMBER_OF]->(team)
