// Lists per responder how long summaries of people in sight waited for a response, in the $weeks weeks up to
// $weekStart: median and 90th percentile in hours, ordered by median. A summary without a response counts for the
// author's manager. $personId null means the whole tenant. List: the first row is the heading. Parameters for Neo4j
// Browser:
// :params {tenantId: '…', personId: null, rolesWithTenantScope: ['people_team'], weekStart: '2026-11-09', weeks: 12}
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $personId, active: true})
WITH
  reader,
  reader {
    .roles,
    isManager:
      // @include is_manager
  } AS standing,
  $personId IS NULL AS operator
WITH reader, CASE WHEN operator THEN {roles: $rolesWithTenantScope, isManager: true} ELSE standing END AS standing
CALL (reader, standing) {
  RETURN
    standing AS head,
    null AS manager, null AS team, null AS department,
    null AS summaries, null AS answered, null AS share, null AS medianHours, null AS p90Hours
  UNION ALL
  // @include people_in_sight
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
