// Lists the trend flags of a week about people in sight and, with tenant scope, about departments and the organisation,
// which come first. `series` has lines of a Monday and a value. $asOperator means the whole tenant. The index hints keep the plan when the database was planned
// while empty. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], weekStart: '2026-11-09'}
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
WITH
  reader,
  reader {
    .roles,
    isManager:
      // @include is_manager
  } AS standing
WITH reader, CASE WHEN $asOperator THEN {roles: $rolesWithTenantScope, isManager: true} ELSE standing END AS standing
CALL (reader, standing) {
  RETURN
    standing AS head,
    null AS week, null AS scope, null AS subject, null AS department, null AS dimension, null AS direction,
    null AS n, null AS recentMean, null AS baselineMean, null AS effectSize, null AS adjustedP,
    null AS startWeek, null AS series
  UNION ALL
  // @include people_in_sight
  MATCH (flag:TrendFlag {
    tenantId: $tenantId, weekStart: date($weekStart), scope: 'individual', subjectId: person.id
  })
  USING INDEX SEEK flag:TrendFlag(tenantId, weekStart, scope, subjectId, dimension)
  WHERE flag.dimension IS NOT NULL
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  RETURN
    null AS head,
    toString(flag.weekStart) AS week, flag.scope AS scope, person.name AS subject, team.department AS department,
    flag.dimension AS dimension, flag.direction AS direction, flag.n AS n, flag.recentMean AS recentMean,
    flag.baselineMean AS baselineMean, flag.effectSize AS effectSize, flag.adjustedP AS adjustedP,
    toString(flag.startWeek) AS startWeek,
    [i IN range(0, size(coalesce(flag.seriesValues, [])) - 1) |
      toString(flag.seriesWeeks[i]) + ' ' + flag.seriesValues[i]] AS series
  UNION ALL
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $rolesWithTenantScope) THEN [true] END AS hasTenantScope
  MATCH (flag:TrendFlag {tenantId: $tenantId, weekStart: date($weekStart)})
  USING INDEX SEEK flag:TrendFlag(tenantId, weekStart)
  WHERE flag.scope <> 'individual'
  WITH flag, CASE flag.scope WHEN 'department' THEN flag.subjectId END AS department
  RETURN
    null AS head,
    toString(flag.weekStart) AS week, flag.scope AS scope, coalesce(department, 'Everyone') AS subject,
    department, flag.dimension AS dimension, flag.direction AS direction, flag.n AS n,
    flag.recentMean AS recentMean, flag.baselineMean AS baselineMean, flag.effectSize AS effectSize,
    flag.adjustedP AS adjustedP, toString(flag.startWeek) AS startWeek,
    [i IN range(0, size(coalesce(flag.seriesValues, [])) - 1) |
      toString(flag.seriesWeeks[i]) + ' ' + flag.seriesValues[i]] AS series
}
RETURN
  head AS standing, week, scope, subject, department, dimension, direction, n, recentMean, baselineMean, effectSize, adjustedP,
  startWeek, series
ORDER BY
  standing IS NULL, CASE scope WHEN 'organisation' THEN 0 WHEN 'department' THEN 1 ELSE 2 END, adjustedP, subject, dimension
