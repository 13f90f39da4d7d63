// Whether `person` passes the filters of users/list.cypher, for `caller` with `hasTenantScope`, `heads` and
// `hasReports`. `everyone` there has the conditions that decide before its limit.
person.tenantId = $tenantId AND person.active IN $states
AND ($ids IS NULL OR person.id IN $ids)
AND ($team IS NULL OR EXISTS { (person)-[:MEMBER_OF]->(:Team {key: $team}) })
AND ($department IS NULL OR EXISTS { (person)-[:MEMBER_OF]->(:Team {departmentKey: $department}) })
AND ($managerId IS NULL OR EXISTS { (person)-[:REPORTS_TO]->(:User {id: $managerId}) })
AND ($updatedSince IS NULL OR person.updatedAt >= datetime($updatedSince))
AND (
  hasTenantScope OR person.active AND $managerId IS NULL AND $updatedSince IS NULL
  OR person = caller OR hasReports AND any(superior IN heads WHERE EXISTS { (person)-[:REPORTS_TO*0..]->(superior) })
)
