// Who in sight has written in a week, with the scores, by name; without a week, the previous one. The first row is the
// heading: the caller's standing and the week. People who start after it are left out, unless they wrote all the same.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH caller, coalesce(tenant.timezone, 'UTC') AS timezone
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
  date.truncate('week', coalesce(
    date($weekStart),
    date(datetime({datetime: datetime($now), timezone: timezone})) - duration({weeks: 1})
  )) AS week
CALL (caller, standing, week) {
  RETURN
    standing AS head, toString(week) AS weekStart,
    null AS user, null AS department, null AS scores, null AS submitted, null AS summaryId
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
  OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: week})
  WITH week, person, summary
  WHERE summary IS NOT NULL OR coalesce(person.startDate < week + duration({weeks: 1}), true)
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, summary, team
  ORDER BY person.name, person.id
  RETURN
    null AS head, null AS weekStart,
    person {.id, .name, team: team.name} AS user,
    team.department AS department,
    summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing} AS scores,
    summary IS NOT NULL AS submitted,
    summary.id AS summaryId
}
RETURN
  head AS standing, weekStart,
  user.id AS `user.id`, user.name AS `user.name`, user.team AS `user.team`, department,
  scores.qualityOfWork AS `scores.qualityOfWork`,
  scores.personalWellbeing AS `scores.personalWellbeing`,
  scores.professionalWellbeing AS `scores.professionalWellbeing`,
  submitted, summaryId
