// The page of the directory behind $after that `caller` sees of each `person`, as `people`.
// @param after: position or null
WITH caller, hasTenantScope, heads, isPartner, hasReports, person
WHERE ($after IS NULL OR person.sortName > $after.name OR person.sortName = $after.name AND person.id > $after.id)
  AND
  // @include directory_filter
WITH caller, hasTenantScope, heads, isPartner, hasReports, person
ORDER BY person.sortName, person.id
LIMIT 201
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
WITH
  person, team,
  hasTenantScope OR person = caller OR hasReports AND (any(superior IN heads WHERE EXISTS { (person)-[:REPORTS_TO*0..]->(superior) }) OR CASE WHEN isPartner THEN in_parts_of(caller, person) ELSE false END) AS hasDetails
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
    RETURN user_ref_in(manager, managerTeam)
  }[0] END,
  roles: CASE WHEN hasDetails THEN person.roles END,
  updatedAt: CASE WHEN hasDetails THEN moment(person.updatedAt) END,
  position: {name: person.sortName, id: person.id}
}) AS people
