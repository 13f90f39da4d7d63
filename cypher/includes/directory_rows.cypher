// The page of the directory behind $after that `caller` sees of each `person`, as `people`.
WITH caller, hasTenantScope, heads, hasReports, person
WHERE ($after IS NULL OR person.sortName > $after.name OR person.sortName = $after.name AND person.id > $after.id)
  AND
  // @include directory_filter
WITH caller, hasTenantScope, heads, hasReports, person
ORDER BY person.sortName, person.id
LIMIT 201
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
WITH
  person, team,
  hasTenantScope OR person = caller OR hasReports AND any(superior IN heads WHERE EXISTS { (person)-[:REPORTS_TO*0..]->(superior) }) AS hasDetails
ORDER BY person.sortName, person.id
RETURN collect(person {
  .id, .name, .jobTitle, .photoUrl,
  team: team.name,
  department: team.department,
  email: CASE WHEN hasDetails THEN person.email END,
  active: CASE WHEN hasDetails THEN person.active END,
  manager: CASE WHEN hasDetails THEN COLLECT {
    MATCH (person)-[:REPORTS_TO]->(manager:User)
    OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
    RETURN manager {.id, .name, .jobTitle, team: managerTeam.name, .photoUrl}
  }[0] END,
  roles: CASE WHEN hasDetails THEN person.roles END,
  updatedAt: CASE WHEN hasDetails THEN moment(person.updatedAt) END,
  position: {name: person.sortName, id: person.id}
}) AS people
