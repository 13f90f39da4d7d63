// The trend flags of a week: those of people in sight, and for whoever sees the whole tenant those of departments and of
// the organisation, which come first.
// Without a personId the whole tenant, for an operator. In Neo4j Browser, first:
// :params {tenantId: '…', personId: null, seeAll: ['people_team'], weekStart: '2026-11-09'}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $personId, active: true})
WITH
  caller,
  caller {
    .roles,
    isManager: EXISTS { (caller)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) }
      OR ('senior_manager' IN caller.roles AND EXISTS {
        MATCH (caller)<-[:REPORTS_TO*1..]-(below:User {tenantId: $tenantId, active: true})
        RETURN DISTINCT below
      })
  } AS standing,
  $personId IS NULL AS operator
WITH caller, CASE WHEN operator THEN {roles: $seeAll, isManager: true} ELSE standing END AS standing
CALL (caller, standing) {
  RETURN
    standing AS head,
    null AS week, null AS scope, null AS subject, null AS department, null AS dimension, null AS direction,
    null AS n, null AS recentMean, null AS baselineMean, null AS effectSize, null AS adjustedP
  UNION ALL
  CALL (caller, standing) {
    MATCH (caller)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId, active: true})
    RETURN person
    UNION
    WITH * WHERE 'senior_manager' IN standing.roles
    MATCH (caller)<-[:REPORTS_TO*1..]-(person:User {tenantId: $tenantId, active: true})
    RETURN DISTINCT person
    UNION
    // UNWIND, since the planner moves a WHERE behind the MATCH, which then reads everyone.
    UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $seeAll) THEN [true] END AS seesAll
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
    RETURN person
  }
  MATCH (flag:TrendFlag {
    tenantId: $tenantId, weekStart: date($weekStart), scope: 'individual', subjectId: person.id
  })
  WHERE flag.dimension IS NOT NULL
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  RETURN
    null AS head,
    toString(flag.weekStart) AS week, flag.scope AS scope, person.name AS subject, team.department AS department,
    flag.dimension AS dimension, flag.direction AS direction, flag.n AS n, flag.recentMean AS recentMean,
    flag.baselineMean AS baselineMean, flag.effectSize AS effectSize, flag.adjustedP AS adjustedP
  UNION ALL
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $seeAll) THEN [true] END AS seesAll
  MATCH (flag:TrendFlag {tenantId: $tenantId, weekStart: date($weekStart)})
  WHERE flag.scope <> 'individual'
  WITH flag, CASE flag.scope WHEN 'department' THEN flag.subjectId END AS department
  RETURN
    null AS head,
    toString(flag.weekStart) AS week, flag.scope AS scope, coalesce(department, 'Everyone') AS subject,
    department, flag.dimension AS dimension, flag.direction AS direction, flag.n AS n,
    flag.recentMean AS recentMean, flag.baselineMean AS baselineMean, flag.effectSize AS effectSize,
    flag.adjustedP AS adjustedP
}
RETURN 
  head, week, scope, subject, department, dimension, direction, n, recentMean, baselineMean, effectSize, adjustedP
ORDER BY
  head IS NULL, CASE scope WHEN 'organisation' THEN 0 WHEN 'department' THEN 1 ELSE 2 END, adjustedP, subject, dimension
