// Lists what an organisation lacks before its first week: for each kind of gap that there is, how many have it, and the first
// $limit of them by name. src/features/organisation/tenants/readiness.ts says what the kinds mean. People are active people, and
// today is that of the tenant. The top of the chart lacks no manager: it is the only person without one, or of several the one
// with the most people below. A region is expected when the tenant has none and somebody, or the setting regionWorkingDays,
// names one. Without a setting, minimumGroup is $minimumGroup. Callers without one of $permittedRoles get nothing, unless
// $asOperator. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, permittedRoles: ['admin'], now: '2026-11-20T10:00:00Z', minimumGroup: 5, limit: 20}
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param minimumGroup: number
// @param now: instant
// @param limit: whole number
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
    WITH collect(person) AS highest
    CALL (highest) {
      UNWIND CASE WHEN size(highest) > 1 THEN highest ELSE [] END AS person
      WITH person, COUNT { (person)<-[:REPORTS_TO*1..]-() } AS below
      WHERE below > 0
      ORDER BY below DESC, person.sortName, person.id
      LIMIT 1
      RETURN collect(person)[0] AS largest
    }
    RETURN CASE WHEN size(highest) = 1 THEN highest[0] ELSE largest END AS top
  }
  CALL (region, namesRegions) {
    RETURN region IS NULL AND (
      namesRegions OR EXISTS {
        MATCH (person:User {tenantId: $tenantId})
        WHERE person.email IS NOT NULL AND person.region IS NOT NULL AND person.active
      }
    ) AS isRegionExpected
  }
  CALL (minimumGroup, today, region, isRegionExpected, top) {
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
    WITH person, [
      kind IN [
        CASE
          WHEN person.pendingManager IS NOT NULL THEN 'pendingManager'
          WHEN NOT EXISTS { (person)-[:REPORTS_TO]->() } AND NOT coalesce(person = top, false) THEN 'withoutManager'
        END,
        CASE WHEN NOT EXISTS { (person)-[:MEMBER_OF]->() } THEN 'withoutTeam' END,
        CASE WHEN person.emailStopped = person.email THEN 'emailStopped' END,
        CASE WHEN isRegionExpected AND person.region IS NULL THEN 'withoutRegion' END,
        CASE WHEN left(person.region, 2) <> left(region, 2) AND person.timezone IS NULL THEN 'withoutTimezone' END,
        CASE WHEN person.startDate > today THEN 'startsLater' END
      ] WHERE kind IS NOT NULL
    ] AS kinds
    WHERE size(kinds) > 0
    UNWIND kinds AS kind
    WITH kind, person
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
    WHERE team.key IS NOT NULL AND coalesce(team.department, '') = ''
    MATCH (team)<-[:MEMBER_OF]-(person:User {active: true})
    WHERE person.email IS NOT NULL AND NOT EXISTS {
      MATCH (person)-[:MEMBER_OF]->(other:Team)
      WHERE other.department <> ''
    }
    WITH DISTINCT person
    ORDER BY person.sortName, person.id
    WITH collect(person) AS people
    RETURN 'withoutDepartment' AS kind, size(people) AS count, [
      person IN people[0..toInteger($limit)] | [person.id, person.name, person.email, null, null, null, null]
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
