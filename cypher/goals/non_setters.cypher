// Lists the people in sight without a goal in a week, ordered by name; for $rolesGroupedByDepartment by department
// first. $period is a date in the week, null means the current week of the caller. Excludes people whose startDate is
// after the week, or who are excused. $asOperator means the whole tenant. List: the first row is the heading with the
// caller's standing, the week, how many people count and how many are excused. Looks at no more than $listLimit people;
// `isPartial` says that there may be more.
// @param period: date or null
// @param now: instant
// @param rolesGroupedByDepartment: list of roles
// @include reader_and_standing
WITH reader, standing, date.truncate('week', coalesce(
  date($period),
  date(datetime({datetime: datetime($now), timezone: coalesce(reader.timezone, tenant.timezone, 'UTC')}))
)) AS week
CALL (reader, standing) {
  // @include people_in_sight
  WITH person
  LIMIT toInteger($listLimit)
  RETURN collect(person) AS people
}
WITH reader, standing, week, people, [person IN people WHERE (
  // @include excused_to_reader
) AND coalesce(person.startDate < week + duration({weeks: 1}), true)
  AND NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: week}) }] AS excused
CALL (reader, standing, week, people, excused) {
  RETURN
    standing AS head, toString(week) AS period, size(people) = $listLimit AS isPartial,
    size([person IN people WHERE coalesce(person.startDate < week + duration({weeks: 1}), true)]) - size(excused) AS expected,
    size(excused) AS away,
    null AS user, null AS email, null AS department, null AS lastGoalSetAt
  UNION ALL
  UNWIND people AS person
  WITH reader, standing, week, person
  WHERE coalesce(person.startDate < week + duration({weeks: 1}), true)
    AND NOT
      // @include excused_to_reader
    AND NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: week}) }
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH
    person, team,
    any(role IN standing.roles WHERE role IN $rolesGroupedByDepartment) AS byDepartment,
    COLLECT {
      // In index order, which finds the last goal without reading the ones before it.
      MATCH (goal:Goal {tenantId: $tenantId, userId: person.id})
      WHERE goal.dateSet IS NOT NULL
      WITH goal
      ORDER BY goal.tenantId DESC, goal.userId DESC, goal.dateSet DESC
      LIMIT 1
      RETURN goal.dateSet
    }[0] AS lastGoalSetAt
  ORDER BY CASE WHEN byDepartment THEN team.department END, person.sortName, person.id
  RETURN
    null AS head, null AS period, null AS isPartial, null AS expected, null AS away,
    named_user(person, team) AS user, person.email AS email,
    team.department AS department,
    moment(lastGoalSetAt) AS lastGoalSetAt
}
RETURN
  head AS standing, period, isPartial, expected, away AS excused,
  user.id AS `user.id`, user.name AS `user.name`, user.team AS `user.team`, email, department, lastGoalSetAt
