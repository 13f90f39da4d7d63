// Who in sight has no goal in a week, by name, or for those who see departments by department first; without a date,
// the current week. The first row is the heading: the caller's standing and the week. People who start after it are left out.
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
    date($period),
    date(datetime({datetime: datetime($now), timezone: timezone}))
  )) AS week
CALL (caller, standing, week) {
  RETURN
    standing AS head, toString(week) AS period,
    null AS user, null AS department, null AS lastGoalSetAt
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
  WITH standing, week, person
  WHERE coalesce(person.startDate < week + duration({weeks: 1}), true)
    AND NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: week}) }
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH
    person, team,
    any(role IN standing.roles WHERE role IN $seeDepartments) AS byDepartment,
    COLLECT {
      // In the order of an index, so that the last goal is found without reading all those before it.
      MATCH (goal:Goal {tenantId: $tenantId, userId: person.id})
      WHERE goal.dateSet IS NOT NULL
      WITH goal
      ORDER BY goal.tenantId DESC, goal.userId DESC, goal.dateSet DESC
      LIMIT 1
      RETURN goal.dateSet
    }[0] AS lastGoalSetAt
  ORDER BY CASE WHEN byDepartment THEN team.department END, person.name, person.id
  RETURN
    null AS head, null AS period,
    person {.id, .name, team: team.name} AS user,
    team.department AS department,
    left(toString(lastGoalSetAt + duration({nanoseconds: 1})), 23) + 'Z' AS lastGoalSetAt
}
RETURN
  head AS standing, period,
  user.id AS `user.id`, user.name AS `user.name`, user.team AS `user.team`, department, lastGoalSetAt
