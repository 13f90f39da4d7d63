// Returns a page of the directory by name: users of the tenant in one of the $states of `active`, in a team, of a
// department ($team and $department are keys), under a manager, with one of $ids, or changed since $updatedSince, behind the
// position $after ({name, id} or null, `name` being the sortName); each filter may be null. people/search finds people by
// words. E-mail address, state, manager, roles and time of change of a user are shown to some callers only, and filter for
// these only: holders of one of $rolesWithTenantScope, the user, everybody above, their deputies for reading, and partners. `source`
// is the most selective filter; `changed` is one unless there are more than 2,000. Without one the query reads the names
// of a page in index order, which needs a subquery of its own.
// @param updatedSince: instant or null
// @param states: list of booleans
// @param ids: list of ids or null
// @param managerId: id or null
// @param team: text or null
// @param department: text or null
// @param after: position or null
// @param limit: whole number
// @include directory_reader
CALL (caller) {
  UNWIND CASE WHEN $updatedSince IS NULL THEN [] ELSE [$updatedSince] END AS since
  UNWIND $states AS state
  MATCH (person:User {tenantId: $tenantId, active: state})
  WHERE person.updatedAt >= datetime(since)
  WITH person
  LIMIT 2001
  RETURN collect(person) AS changed
}
WITH caller, hasTenantScope, heads, isPartner, hasReports, changed, CASE
  WHEN $ids IS NOT NULL THEN 'ids'
  WHEN NOT (hasTenantScope OR hasReports) AND (false IN $states OR $managerId IS NOT NULL) THEN 'caller'
  WHEN $team IS NOT NULL THEN 'team'
  WHEN $managerId IS NOT NULL THEN 'manager'
  WHEN $department IS NOT NULL THEN 'department'
  WHEN $updatedSince IS NOT NULL AND size(changed) <= 2000 THEN 'changed'
  ELSE 'everyone'
END AS source
CALL (caller, hasTenantScope, heads, isPartner, hasReports, changed, source) {
  CALL (caller, hasTenantScope, heads, isPartner, hasReports, changed, source) {
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
    CALL (caller, hasTenantScope, heads, isPartner, state) {
      MATCH (person:User {tenantId: $tenantId, active: state})
      WHERE person.sortName >= coalesce($after.name, '') AND person.id IS NOT NULL
        AND ($after IS NULL OR person.sortName > $after.name OR person.id > $after.id)
        AND ($updatedSince IS NULL OR person.updatedAt >= datetime($updatedSince))
        AND (hasTenantScope OR state AND $updatedSince IS NULL OR person = caller OR (any(superior IN heads WHERE EXISTS { (person)-[:REPORTS_TO*0..]->(superior) }) OR CASE WHEN isPartner THEN in_parts_of(caller, person) ELSE false END))
      WITH person
      ORDER BY person.tenantId, person.active, person.sortName, person.id
      LIMIT 201
      RETURN person
    }
    RETURN person
  }
  // @include directory_rows
}
RETURN caller {.roles} AS standing, people[0..toInteger($limit) + 1] AS items
