// Creates a batch of the benchmark's users and their teams.
UNWIND $people AS person
CREATE (user:User:$($tenantLabel) {
  tenantId: $tenantId,
  id: person.id,
  email: person.email,
  name: person.name,
  jobTitle: person.jobTitle,
  roles: person.roles,
  active: true,
  createdAt: datetime('2026-01-05T09:00:00Z'),
  updatedAt: datetime('2026-01-05T09:00:00Z')
})
MERGE (team:Team {tenantId: $tenantId, name: person.team})
ON CREATE SET team:$($tenantLabel), team.department = person.department
CREATE (user)-[:MEMBER_OF]->(team)
