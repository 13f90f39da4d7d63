// How soon summaries of people in sight are answered, by who answered, in the weeks up to one: median and 90th percentile
// of the hours from summary to response. What nobody has answered counts for the writer's manager.
// Without a personId the whole tenant, for an operator. In Neo4j Browser, first:
// :params {tenantId: '…', personId: null, seeAll: ['people_team'], weekStart: '2026-11-09', weeks: 12}
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
    null AS manager, null AS team, null AS department,
    null AS summaries, null AS answered, null AS share, null AS medianHours, null AS p90Hours
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
  MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
  WHERE date($weekStart) - duration({weeks: $weeks - 1}) <= summary.weekStart <= date($weekStart)
  OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)<-[:GAVE]-(giver:User)
  OPTIONAL MATCH (person)-[:REPORTS_TO]->(above:User)
  WITH
    coalesce(giver, above) AS manager, response,
    duration.inSeconds(summary.createdAt, response.createdAt).seconds / 3600.0 AS hours
  WHERE manager IS NOT NULL
  WITH
    manager, count(*) AS summaries, count(response) AS answered,
    percentileCont(hours, 0.5) AS medianHours, percentileCont(hours, 0.9) AS p90Hours
  OPTIONAL MATCH (manager)-[:MEMBER_OF]->(team:Team)
  WITH *
  ORDER BY medianHours, manager.name, manager.id
  RETURN
    null AS head,
    manager.name AS manager, team.name AS team, team.department AS department,
    summaries, answered, round(100.0 * answered / summaries, 1) AS share,
    round(medianHours, 1) AS medianHours, round(p90Hours, 1) AS p90Hours
}
RETURN head, manager, team, department, summaries, answered, share, medianHours, p90Hours
