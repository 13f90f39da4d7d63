// Lists per responder how long summaries of people in sight waited for a response, in the $weeks weeks up to
// $weekStart, null for the previous week: the hours from summary to response, and from summary to now where there is
// none, by name. A summary without a response counts for the manager whom the author had at the end of its week, or when it was
// written if that was later: before a company is there, nobody has a manager; the row without `managerId` has those whose author had none. `excused` is the number of those that do not count, since
// who answers was excused in the week in which they were written, or in the next. Addresses are for tenant scope: a
// responder may be above the caller. The heading has the tenant's minimumGroup ($minimumGroup without one). $asOperator
// means the whole tenant. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], rolesThatReadAbsences: ['people_team'], now: '2026-11-20T10:00:00Z', weekStart: null, weeks: 12, minimumGroup: 5}
// @param minimumGroup: number
// @param weeks: number
// @param rolesWithTenantScope: list of roles
// @param now: instant
// @include reader_and_standing
// @include week_of_report
WITH
  reader, standing, lastWeek,
  coalesce(tenant.timezone, 'UTC') AS timezone,
  coalesce(tenant.minimumGroup, $minimumGroup) AS minimumGroup
WITH
  reader, standing, lastWeek, timezone, minimumGroup,
  [ago IN range(0, $weeks - 1) | { // how the lines were at the end of each week
    asOf: datetime({
      datetime: datetime({date: lastWeek + duration({weeks: 1 - ago}), timezone: timezone}) - duration('PT0.001S'),
      timezone: 'Z'
    }),
    planId: null
  }] AS views
CALL (reader, standing, lastWeek, timezone, minimumGroup, views) {
  RETURN
    standing AS head, toString(lastWeek) AS weekStart, minimumGroup AS smallest,
    null AS managerId, null AS manager, null AS email, null AS team, null AS department, null AS hours, null AS openHours, null AS away
  UNION ALL
  // @include people_in_sight
  MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
  WHERE lastWeek - duration({weeks: $weeks - 1}) <= summary.weekStart <= lastWeek
  OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)<-[:GAVE]-(giver:User)
  WITH
    reader, standing, any(role IN standing.roles WHERE role IN $rolesWithTenantScope) AS isWhole,
    person AS lower, summary, response, giver,
    CASE WHEN giver IS NULL THEN views[duration.inDays(summary.weekStart, lastWeek).days / 7] END AS view
  WITH
    reader, standing, isWhole, lower, summary, response, giver,
    CASE WHEN view.asOf < summary.createdAt THEN view {.*, asOf: summary.createdAt} ELSE view END AS view
  OPTIONAL MATCH (lower)-[line:REPORTS_TO|REPORTED_TO]->(upper:User)
  WHERE giver IS NULL AND (
    // @include line_in_view
  )
  WITH reader, standing, isWhole, summary, response, coalesce(giver, upper) AS person
  WITH
    isWhole, person AS manager,
    person.excusedWeeks IS NOT NULL AND any(
      week IN [
        written IN [date.truncate('week', date(datetime({datetime: summary.createdAt, timezone: timezone})))]
        | [written, written + duration({weeks: 1})]
      ][0]
      WHERE
        // @include away_to_reader
    ) AS isExcused,
    duration.inSeconds(summary.createdAt, response.createdAt).seconds / 3600.0 AS hours,
    CASE WHEN response IS NULL
      THEN duration.inSeconds(summary.createdAt, datetime($now)).seconds / 3600.0
    END AS openHours
  WITH
    isWhole, manager, count(CASE WHEN isExcused THEN 1 END) AS excused,
    collect(CASE WHEN NOT isExcused THEN hours END) AS hours, collect(CASE WHEN NOT isExcused THEN openHours END) AS openHours
  OPTIONAL MATCH (manager)-[:MEMBER_OF]->(team:Team)
  WITH isWhole, manager, excused, hours, openHours, team
  ORDER BY manager.sortName, manager.id
  RETURN
    null AS head, null AS weekStart, null AS smallest,
    manager.id AS managerId, manager.name AS manager,
    CASE WHEN isWhole THEN manager.email END AS email,
    team.name AS team, team.department AS department, hours, openHours, excused AS away
}
RETURN
  head AS standing, weekStart, smallest AS minimumGroup, managerId, manager, email, team, department, hours, openHours,
  away AS excused
