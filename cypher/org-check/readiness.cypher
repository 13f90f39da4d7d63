// Lists what an organisation lacks before its first week: for each kind of gap that there is, how many have it, and the first
// $limit of them by name. src/features/organisation/tenants/readiness.ts says what the kinds mean. People are active people, and
// today is that of the tenant. The top of the chart lacks no manager: it is the only person without one, or of several the one
// with the most people below. A region is expected when the tenant has none and somebody, or the setting regionWorkingDays,
// names one. Without a setting, minimumGroup is $minimumGroup. Callers without one of $permittedRoles get nothing, unless
// $asOperator. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, permittedRoles: ['admin'], now: '2026-11-20T10:00:00Z', minimumGroup: 5, limit: 20}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH tenant, CASE WHEN $asOperator THEN {roles: $permittedRoles} ELSE caller {.roles} END AS standing
CALL (tenant, standing) {
  RETURN standing AS head, null AS kind, null AS count, null AS entries
  UNION ALL
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $permittedRoles) THEN [tenant] ELSE [] END AS permitted
  WITH
    coalesce(permitted.minimumGroup, $minimumGroup) AS minimumGroup,
    date(datetime({datetime: datetime($now), timezone: coalesce(permitted.timezone, 'UTC')})) AS today,
    CASE WHEN permitted.region <> 'none' THEN permitted.region END AS region,
    size(coalesce(permitted.regionWorkingDays, [])) > 0 AS namesRegions
  CALL (today) {
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL AND NOT EXISTS { (person)-[:REPORTS_TO]->() } AND person.pendingManager IS NULL
    WITH person, COUNT { (person)<-[:REPORTS_TO*1..]-() } AS below
    ORDER BY below DESC, person.sortName, person.id
    LIMIT 2
    WITH collect(person) AS highest, max(below) AS most
    RETURN CASE WHEN size(highest) = 1 OR most > 0 THEN highest[0] END AS top
  }
  CALL (today) {
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
    RETURN count(person.region) > 0 AS haveRegions
  }
  CALL (minimumGroup, today, region, namesRegions, top, haveRegions) {
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
    WITH
      person, today, region, region IS NULL AND (namesRegions OR haveRegions) AS isRegionExpected,
      EXISTS { (person)-[:REPORTS_TO]->() } OR coalesce(person = top, false) AS hasManager,
      [(person)-[:MEMBER_OF]->(team:Team) | coalesce(team.department, '')] AS departments
    UNWIND [
      CASE WHEN NOT hasManager AND person.pendingManager IS NULL THEN 'withoutManager' END,
      CASE WHEN person.pendingManager IS NOT NULL THEN 'pendingManager' END,
      CASE WHEN size(departments) = 0 THEN 'withoutTeam' END,
      CASE WHEN size(departments) > 0 AND all(department IN departments WHERE department = '') THEN 'withoutDepartment' END,
      CASE WHEN person.emailStopped = person.email THEN 'emailStopped' END,
      CASE WHEN isRegionExpected AND person.region IS NULL THEN 'withoutRegion' END,
      CASE WHEN left(person.region, 2) <> left(region, 2) AND person.timezone IS NULL THEN 'withoutTimezone' END,
      CASE WHEN person.startDate > today THEN 'startsLater' END
    ] AS kind
    WITH kind, person
    WHERE kind IS NOT NULL
    ORDER BY person.sortName, person.id
    WITH kind, collect(person) AS people
    RETURN kind, size(people) AS count, [
      person IN people[0..toInteger($limit)] | [
        person.id, person.name, person.email,
        CASE kind WHEN 'pendingManager' THEN coalesce(person.pendingManagerText, person.pendingManager) END,
        CASE kind WHEN 'startsLater' THEN toString(person.startDate) END,
        CASE kind WHEN 'withoutTimezone' THEN person.region END,
        null
      ]
    ] AS entries
    UNION ALL
    MATCH (team:Team {tenantId: $tenantId})
    WHERE team.key IS NOT NULL AND COUNT { (team)<-[:MEMBER_OF]-(:User {active: true}) } = 1
    WITH team
    ORDER BY team.sortName
    WITH collect(team.name) AS names
    RETURN
      'teamOfOne' AS kind, size(names) AS count,
      [name IN names[0..toInteger($limit)] | [null, name, null, null, null, null, 1]] AS entries
    UNION ALL
    MATCH (team:Team {tenantId: $tenantId})
    WHERE team.departmentKey IS NOT NULL
    WITH
      minimumGroup, team.departmentKey AS key, min(team.department) AS name,
      sum(COUNT { (team)<-[:MEMBER_OF]-(:User {active: true}) }) AS people
    WHERE 0 < people < minimumGroup
    WITH name, people
    ORDER BY key
    WITH collect([null, name, null, null, null, null, people]) AS departments
    RETURN 'smallDepartment' AS kind, size(departments) AS count, departments[0..toInteger($limit)] AS entries
  }
  WITH kind, count, entries
  WHERE count > 0
  RETURN null AS head, kind, count, entries
}
RETURN head AS standing, kind, count, entries AS `entries[userId, name, email, manager, startDate, region, people]`
