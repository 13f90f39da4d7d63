// Returns a page of the tenant's teams by name, behind the position $after ({name}, a sortName, or null), each with its
// active members.
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
CALL (caller) {
  MATCH (team:Team {tenantId: $tenantId})
  WHERE team.sortName >= coalesce($after.name, '') AND ($after IS NULL OR team.sortName > $after.name)
  WITH team
  ORDER BY team.tenantId, team.sortName
  LIMIT 201
  RETURN collect(team {
    .name, .department,
    size: COUNT { (team)<-[:MEMBER_OF]-(:User {active: true}) },
    position: {name: team.sortName}
  }) AS teams
}
RETURN caller {.roles} AS standing, teams[0..toInteger($limit) + 1] AS items
