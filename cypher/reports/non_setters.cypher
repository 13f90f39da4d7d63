// Lists the active users of the tenant without a goal in a week, by department and name. Excludes people whose
// startDate is after the week. List: the first row is the heading. Parameters for Neo4j Browser:
// :params {tenantId: '…', weekStart: '2026-11-16'}
CALL () {
  RETURN true AS head, null AS user, null AS department, null AS lastGoalSetAt
  UNION ALL
  MATCH (person:User {tenantId: $tenantId, active: true})
  WHERE person.email IS NOT NULL
    AND coalesce(person.startDate < date($weekStart) + duration({weeks: 1}), true)
    AND NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: date($weekStart)}) }
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH
    person, team,
    COLLECT {
      // In index order, which finds the last goal without reading the ones before it.
      MATCH (goal:Goal {tenantId: $tenantId, userId: person.id})
      WHERE goal.dateSet IS NOT NULL
      WITH goal
      ORDER BY goal.tenantId DESC, goal.userId DESC, goal.dateSet DESC
      LIMIT 1
      RETURN goal.dateSet
    }[0] AS lastGoalSetAt
  ORDER BY team.department, person.name, person.id
  RETURN
    null AS head,
    person {.id, .name, team: team.name} AS user,
    team.department AS department,
    left(toString(lastGoalSetAt + duration({nanoseconds: 1})), 23) + 'Z' AS lastGoalSetAt
}
RETURN head, user, department, lastGoalSetAt
