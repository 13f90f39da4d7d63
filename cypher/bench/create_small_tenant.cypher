// Creates a tenant of $people people for the benchmark, as an import leaves it once its entries of the change log are deleted: eight
// reports per manager, ten people per team, an audit entry for each reporting line. Digests are off, as in bench/create_tenant.
CREATE (tenant:Tenant:$($tenantLabel) {
  id: $tenantId,
  slug: $slug,
  name: $slug,
  timezone: 'Europe/Berlin',
  nominationDays: '1-31',
  digestTime: 'off',
  orgRevision: 1,
  createdAt: datetime($now),
  lastMoveAt: datetime($now)
})
WITH tenant
CALL () {
  UNWIND range(0, toInteger($people) - 1) AS place
  CREATE (user:User:$($tenantLabel) {
    tenantId: $tenantId,
    id: randomUUID(),
    email: 'p' + place + '@bench.example',
    name: 'Person ' + place,
    jobTitle: 'Job ' + place % 40,
    roles: CASE place WHEN 0 THEN ['admin', 'people_team'] ELSE [] END,
    active: true,
    createdAt: datetime($now),
    updatedAt: datetime($now)
  })
  RETURN collect(user) AS users
}
CALL (users) {
  UNWIND range(0, size(users) - 1, 10) AS first
  CREATE (team:Team:$($tenantLabel) {
    tenantId: $tenantId,
    name: 'Team ' + first / 10,
    department: 'Department ' + first / 10 % 20
  })
  WITH users, first, team
  UNWIND users[first..first + 10] AS member
  CREATE (member)-[:MEMBER_OF]->(team)
  RETURN count(member) AS members
}
CALL (users) {
  UNWIND range(1, size(users) - 1) AS place
  WITH users[place] AS person, users[(place - 1) / 8] AS manager
  CREATE (person)-[:REPORTS_TO {since: datetime($now)}]->(manager)
  CREATE (:AuditEntry:$($tenantLabel) {
    tenantId: $tenantId,
    id: randomUUID(),
    action: 'reporting-line.move',
    at: datetime($now),
    actorId: 'operator',
    source: 'command_line',
    userId: person.id,
    toManagerId: manager.id
  })
  RETURN count(person) AS moved
}
RETURN tenant.id AS id
