// Returns a page of the directory by name: users of the tenant who are active ($active) or not, in a team, of a department, under
// a manager, changed since $updatedSince, or found by $search (a Lucene query, see rules/search.ts), behind the position $after
// ({name, id} or null); each filter may be null. A search looks at the 500 best matches. E-mail address, state, manager, roles and
// time of change of a user are shown to, and filter for, those who have one of $rolesWithTenantScope, are above the user, or are
// the user. The second subquery finds candidates by the most selective filter; `changed` is one unless there are more than 2,000.
// Without one it reads the names of a page in index order, which needs a subquery of its own.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH
  caller,
  any(role IN caller.roles WHERE role IN $rolesWithTenantScope) AS hasTenantScope,
  EXISTS { (caller)<-[:REPORTS_TO]-() } AS hasReports
CALL (caller) {
  UNWIND CASE WHEN $updatedSince IS NULL THEN [] ELSE [$updatedSince] END AS since
  MATCH (person:User {tenantId: $tenantId, active: $active})
  WHERE person.updatedAt >= datetime(since)
  WITH person
  LIMIT 2001
  RETURN collect(person) AS changed
}
WITH caller, hasTenantScope, hasReports, changed, $updatedSince IS NOT NULL AND size(changed) <= 2000 AS changedFew
CALL (caller, hasTenantScope, hasReports, changed, changedFew) {
  CALL (caller, hasTenantScope, changed, changedFew) {
    UNWIND CASE WHEN $search IS NULL THEN [] ELSE ['user_words_without_accents', 'user_words'] END AS index
    CALL db.index.fulltext.queryNodes(index, '+tenantId:"' + $tenantId + '" ' + $search, {limit: 500}) YIELD node
    RETURN node AS person
    UNION
    UNWIND CASE WHEN $search IS NULL AND $team IS NOT NULL THEN [$team] ELSE [] END AS name
    MATCH (team:Team {tenantId: $tenantId, name: name})<-[:MEMBER_OF]-(person:User)
    RETURN person
    UNION
    UNWIND CASE WHEN $search IS NULL AND $team IS NULL AND $managerId IS NOT NULL THEN [$managerId] ELSE [] END AS id
    MATCH (manager:User {tenantId: $tenantId, id: id})<-[:REPORTS_TO]-(person:User)
    RETURN person
    UNION
    UNWIND CASE
      WHEN coalesce($search, $team, $managerId) IS NULL AND $department IS NOT NULL THEN [$department]
      ELSE []
    END AS department
    MATCH (team:Team {tenantId: $tenantId, department: department})<-[:MEMBER_OF]-(person:User)
    RETURN person
    UNION
    UNWIND CASE
      WHEN changedFew AND coalesce($search, $team, $managerId, $department) IS NULL THEN changed
      ELSE []
    END AS person
    RETURN person
    UNION
    UNWIND CASE
      WHEN NOT changedFew AND coalesce($search, $team, $managerId, $department) IS NULL THEN [true]
      ELSE []
    END AS whole
    CALL (caller, hasTenantScope) {
      MATCH (person:User {tenantId: $tenantId, active: $active})
      WHERE person.name >= coalesce($after.name, '') AND person.id IS NOT NULL
        AND ($after IS NULL OR person.name > $after.name OR person.id > $after.id)
        AND ($updatedSince IS NULL OR person.updatedAt >= datetime($updatedSince))
        AND (hasTenantScope OR $active AND $updatedSince IS NULL OR EXISTS { (person)-[:REPORTS_TO*0..]->(caller) })
      WITH person
      ORDER BY person.tenantId, person.active, person.name, person.id
      LIMIT 201
      RETURN person
    }
    RETURN person
  }
  WITH caller, hasTenantScope, hasReports, person
  WHERE person.tenantId = $tenantId AND person.active = $active
    AND ($after IS NULL OR person.name > $after.name OR person.name = $after.name AND person.id > $after.id)
    AND ($team IS NULL OR EXISTS { (person)-[:MEMBER_OF]->(:Team {name: $team}) })
    AND ($department IS NULL OR EXISTS { (person)-[:MEMBER_OF]->(:Team {department: $department}) })
    AND ($managerId IS NULL OR EXISTS { (person)-[:REPORTS_TO]->(:User {id: $managerId}) })
    AND ($updatedSince IS NULL OR person.updatedAt >= datetime($updatedSince))
    AND (
      hasTenantScope OR $active AND $managerId IS NULL AND $updatedSince IS NULL
      OR person = caller OR hasReports AND EXISTS { (person)-[:REPORTS_TO*1..]->(caller) }
    )
  WITH caller, hasTenantScope, hasReports, person
  ORDER BY person.name, person.id
  LIMIT 201
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH
    person, team,
    hasTenantScope OR person = caller OR hasReports AND EXISTS { (person)-[:REPORTS_TO*1..]->(caller) } AS hasDetails
  ORDER BY person.name, person.id
  RETURN collect(person {
    .id, .name, .jobTitle, .photoUrl,
    team: team.name,
    department: team.department,
    email: CASE WHEN hasDetails THEN person.email END,
    active: CASE WHEN hasDetails THEN person.active END,
    managerId: CASE WHEN hasDetails THEN [(person)-[:REPORTS_TO]->(manager:User) | manager.id][0] END,
    roles: CASE WHEN hasDetails THEN person.roles END,
    updatedAt: CASE WHEN hasDetails THEN left(toString(person.updatedAt + duration({nanoseconds: 1})), 23) + 'Z' END,
    position: {name: person.name, id: person.id}
  }) AS people
}
RETURN caller {.roles} AS standing, people[0..toInteger($limit) + 1] AS items
