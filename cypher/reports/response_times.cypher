// Lists per responder how long summaries of people in sight waited for a response, in the $weeks weeks up to
// $weekStart, null for the previous week: median and 90th percentile in hours, ordered by median. A summary without a response counts for the
// manager whom the author had at the end of its week; for nobody if there was none. $asOperator means the whole tenant. List: the
// first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], now: '2026-11-20T10:00:00Z', weekStart: null, weeks: 12}
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH
  reader,
  reader {
    .roles,
    isManager:
      // @include is_manager
  } AS standing,
  coalesce(tenant.timezone, 'UTC') AS timezone,
  date.truncate('week', coalesce(
    date($weekStart),
    date(datetime({datetime: datetime($now), timezone: coalesce(tenant.timezone, 'UTC')})) - duration({weeks: 1})
  )) AS lastWeek
WITH reader, lastWeek, timezone, CASE WHEN $asOperator THEN {roles: $rolesWithTenantScope, isManager: true} ELSE standing END AS standing
CALL (reader, standing, lastWeek, timezone) {
  RETURN
    standing AS head, toString(lastWeek) AS weekStart,
    null AS manager, null AS team, null AS department,
    null AS summaries, null AS answered, null AS share, null AS medianHours, null AS p90Hours
  UNION ALL
  // @include people_in_sight
  MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
  WHERE lastWeek - duration({weeks: $weeks - 1}) <= summary.weekStart <= lastWeek
  OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)<-[:GAVE]-(giver:User)
  WITH
    person AS lower, summary, response, giver,
    {
      asOf: datetime({
        datetime: datetime({date: summary.weekStart + duration('P7D'), timezone: timezone}) - duration('PT0.001S'),
        timezone: 'Z'
      }),
      planId: null
    } AS view
  OPTIONAL MATCH (lower)-[line:REPORTS_TO|REPORTED_TO]->(upper:User)
  WHERE giver IS NULL AND (
    // @include line_in_view
  )
  WITH
    coalesce(giver, upper) AS manager, response,
    duration.inSeconds(summary.createdAt, response.createdAt).seconds / 3600.0 AS hours
  WHERE manager IS NOT NULL
  WITH
    manager, count(*) AS summaries, count(response) AS answered,
    percentileCont(hours, 0.5) AS medianHours, percentileCont(hours, 0.9) AS p90Hours
  OPTIONAL MATCH (manager)-[:MEMBER_OF]->(team:Team)
  WITH *
  ORDER BY medianHours, manager.sortName, manager.id
  RETURN
    null AS head, null AS weekStart,
    manager.name AS manager, team.name AS team, team.department AS department,
    summaries, answered, round(100.0 * answered / summaries, 1) AS share,
    round(medianHours, 1) AS medianHours, round(p90Hours, 1) AS p90Hours
}
RETURN head AS standing, weekStart, manager, team, department, summaries, answered, share, medianHours, p90Hours
