// Whether `person` passes the filters of people/list.cypher, for `caller` with `hasTenantScope`, `heads`, `isPartner`
// and `hasReports`. `everyone` there has the conditions that decide before its limit.
// @param states: list of booleans
// @param ids: list of ids or null
// @param team: text or null
// @param department: text or null
// @param managerId: id or null
// @param updatedSince: instant or null
person.tenantId = $tenantId AND person.active IN $states
AND ($ids IS NULL OR person.id IN $ids)
AND ($team IS NULL OR EXISTS { (person)-[:MEMBER_OF]->(:Team {key: $team}) })
AND ($department IS NULL OR EXISTS { (person)-[:MEMBER_OF]->(:Team {departmentKey: $department}) })
AND ($managerId IS NULL OR EXISTS { (person)-[:REPORTS_TO]->(:User {id: $managerId}) })
AND ($updatedSince IS NULL OR person.updatedAt >= datetime($updatedSince))
AND (
  hasTenantScope OR person.active AND $managerId IS NULL AND $updatedSince IS NULL
  OR person = caller OR hasReports AND (any(superior IN heads WHERE EXISTS { (person)-[:REPORTS_TO*0..]->(superior) }) OR CASE WHEN isPartner THEN in_parts_of(caller, person) ELSE false END)
)
