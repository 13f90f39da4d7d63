// Returns a page of the directory by name: users of the tenant in one of the $states of `active`, in a team, of a
// department ($team and $department are keys), under a manager, with one of $ids, changed since $updatedSince, or found
// by $search (Lucene queries, see lib/search.ts), behind the position $after ({name, id} or null, `name` being the
// sortName); each filter may be null. A search ends after the 500 best matches of the other filters. E-mail address,
// state, manager, roles and time of change of a user are shown to some callers only, and filter for these only: holders of
// one of $rolesWithTenantScope, the user, everybody above, and their deputies for reading. Without such a role, a
// search looks at the 1,000 best matches of addresses. `source` is the most selective filter; `changed` is one unless
// there are more than 2,000. Without one the query reads the names of a page in index order, which needs a subquery of
// its own.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH
  caller, caller AS reader,
  any(role IN caller.roles WHERE role IN $rolesWithTenantScope) AS hasTenantScope
WITH caller, hasTenantScope, COLLECT {
  MATCH
    // @include heads
    AND all(term IN terms WHERE 'read' IN term.rights)
    AND (head <> reader OR EXISTS { (head)<-[:REPORTS_TO]-() })
  RETURN head
} AS heads
WITH caller, hasTenantScope, heads, size(heads) > 0 AS hasReports
CALL (caller) {
  UNWIND CASE WHEN $updatedSince IS NULL THEN [] ELSE [$updatedSince] END AS since
  UNWIND $states AS state
  MATCH (person:User {tenantId: $tenantId, active: state})
  WHERE person.updatedAt >= datetime(since)
  WITH person
  LIMIT 2001
  RETURN collect(person) AS changed
}
WITH caller, hasTenantScope, heads, hasReports, changed, CASE
  WHEN $search IS NOT NULL THEN 'search'
  WHEN $ids IS NOT NULL THEN 'ids'
  WHEN NOT (hasTenantScope OR hasReports) AND (false IN $states OR $managerId IS NOT NULL) THEN 'caller'
  WHEN $team IS NOT NULL THEN 'team'
  WHEN $managerId IS NOT NULL THEN 'manager'
  WHEN $department IS NOT NULL THEN 'department'
  WHEN $updatedSince IS NOT NULL AND size(changed) <= 2000 THEN 'changed'
  ELSE 'everyone'
END AS source
CALL (caller, hasTenantScope, heads, hasReports, changed, source) {
  CALL (caller, hasTenantScope, heads, hasReports, changed, source) {
    WITH * WHERE source = 'search'
    UNWIND ['user_words_without_accents', 'user_words'] AS index
    CALL (index, caller, hasTenantScope, heads, hasReports) {
      WITH index, caller, '+tenantId:"' + $tenantId + '" ' + CASE
        WHEN hasTenantScope THEN $search.everywhere
        ELSE $search.shown
      END AS words
      CALL db.index.fulltext.queryNodes(index, words) YIELD node AS person
      WITH caller, person
      WHERE
        // @include directory_filter
      RETURN person
      LIMIT 500
      UNION
      WITH * WHERE NOT hasTenantScope
      CALL db.index.fulltext.queryNodes(index, '+tenantId:"' + $tenantId + '" ' + $search.addresses, {limit: 1000})
      YIELD node AS person
      WITH caller, person
      WHERE person = caller OR hasReports AND any(superior IN heads WHERE EXISTS { (person)-[:REPORTS_TO*0..]->(superior) })
      RETURN person
    }
    RETURN person
    UNION
    WITH * WHERE source = 'caller'
    RETURN caller AS person
    UNION
    WITH * WHERE source = 'ids'
    UNWIND $ids AS id
    MATCH (person:User {tenantId: $tenantId, id: id})
    RETURN person
    UNION
    WITH * WHERE source = 'team'
    MATCH (:Team {tenantId: $tenantId, key: $team})<-[:MEMBER_OF]-(person:User)
    RETURN person
    UNION
    WITH * WHERE source = 'manager'
    MATCH (:User {tenantId: $tenantId, id: $managerId})<-[:REPORTS_TO]-(person:User)
    RETURN person
    UNION
    WITH * WHERE source = 'department'
    MATCH (:Team {tenantId: $tenantId, departmentKey: $department})<-[:MEMBER_OF]-(person:User)
    RETURN person
    UNION
    WITH * WHERE source = 'changed'
    UNWIND changed AS person
    RETURN person
    UNION
    WITH * WHERE source = 'everyone'
    UNWIND $states AS state
    CALL (caller, hasTenantScope, heads, state) {
      MATCH (person:User {tenantId: $tenantId, active: state})
      WHERE person.sortName >= coalesce($after.name, '') AND person.id IS NOT NULL
        AND ($after IS NULL OR person.sortName > $after.name OR person.id > $after.id)
        AND ($updatedSince IS NULL OR person.updatedAt >= datetime($updatedSince))
        AND (hasTenantScope OR state AND $updatedSince IS NULL OR person = caller OR any(superior IN heads WHERE EXISTS { (person)-[:REPORTS_TO*0..]->(superior) }))
      WITH person
      ORDER BY person.tenantId, person.active, person.sortName, person.id
      LIMIT 201
      RETURN person
    }
    RETURN person
  }
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
}
RETURN caller {.roles} AS standing, people[0..toInteger($limit) + 1] AS items
