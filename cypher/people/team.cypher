// Returns a page of the active direct reports of the caller, and of managers whose deputy for reading they are, by
// name, behind the position $after ({name, id} or null), each with their summary and their goals, at most 200 and
// without descriptions, of the week of $weekStart: a day of the week, null for the current week of the caller.
// @param weekStart: date or null
// @param now: instant
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH caller AS reader, date.truncate('week', coalesce(
  date($weekStart), date(datetime({datetime: datetime($now), timezone: coalesce(caller.timezone, tenant.timezone, 'UTC')}))
)) AS week
CALL (reader, week) {
  MATCH
    // @include heads
    AND all(term IN terms WHERE 'read' IN term.rights)
  MATCH (head)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId, active: true})
  WHERE person <> reader
    AND ($after IS NULL OR person.sortName > $after.name OR person.sortName = $after.name AND person.id > $after.id)
  WITH DISTINCT person
  ORDER BY person.sortName, person.id
  LIMIT 201
  WITH collect(person) AS people
  UNWIND people[0..toInteger($limit) + 1] AS person
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, userId: person.id, weekStart: week})
  OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)
  WITH person, summary, response, user_ref_in(person, team) AS user
  ORDER BY person.sortName, person.id
  RETURN collect({
    user: user,
    weekStart: toString(week),
    summary: CASE WHEN summary IS NOT NULL THEN {
      id: summary.id,
      user: user,
      weekStart: toString(week),
      scores: summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing},
      opening:
        // @include summary_opening
        ,
      createdAt: moment(summary.createdAt),
      updatedAt:
        // @include summary_updated_at
        ,
      respondedAt: moment(response.createdAt)
    } END,
    goals: COLLECT {
      MATCH (goal:Goal {tenantId: $tenantId, userId: person.id, weekStart: week})
      WITH goal
      ORDER BY goal.type DESC, goal.dateSet, goal.id
      LIMIT 200
      RETURN goal {
        .id, .title, .type, .status,
        weekStart: toString(goal.weekStart),
        dateSet: moment(goal.dateSet),
        dateCompleted: moment(goal.dateCompleted)
      }
    },
    position: {name: person.sortName, id: person.id}
  }) AS items
}
RETURN reader {.roles} AS standing, items
