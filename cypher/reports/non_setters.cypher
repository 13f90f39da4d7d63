// Who of the whole tenant has no goal in a week, by department and name. The first row is the heading. People who
// start after the week are left out. In Neo4j Browser, first:
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
      // In the order of an index, so that the last goal is found without reading all those before it.
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
