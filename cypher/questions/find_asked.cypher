// Returns which questions the people of an audience may be asked from $weekStart on, beside the question $questionId: for each
// different set of questions the schedules of those in it, as `schedules` ({frequency, everyWeeks, fromWeek, toWeek}). $audience is
// 'tenant', 'team:' or 'department:' with a key, or 'below:' with the id of a person. Runs under the tenant's lock.
// @rows
CALL () {
  WITH * WHERE $audience = 'tenant'
  MATCH (person:User {tenantId: $tenantId, active: true})
  WHERE person.email IS NOT NULL
  RETURN person
  UNION
  WITH * WHERE $audience STARTS WITH 'team:'
  MATCH (team:Team {tenantId: $tenantId, key: substring($audience, 5)})<-[:MEMBER_OF]-(person:User {active: true})
  RETURN person
  UNION
  WITH * WHERE $audience STARTS WITH 'department:'
  MATCH (team:Team {tenantId: $tenantId, departmentKey: substring($audience, 11)})<-[:MEMBER_OF]-(person:User {active: true})
  RETURN person
  UNION
  WITH * WHERE $audience STARTS WITH 'below:'
  MATCH (head:User {tenantId: $tenantId, id: substring($audience, 6)})<-[:REPORTS_TO*1..]-(person:User {active: true})
  RETURN DISTINCT person
}
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
OPTIONAL MATCH (person)-[:REPORTS_TO]->(manager:User)
WITH DISTINCT manager, team // people with the same manager and team are asked the same
WITH team, COLLECT {
  MATCH (manager)-[:REPORTS_TO*0..]->(:User)<-[:ASKED_BELOW]-(question:Question)
  RETURN question.id
} AS below
WITH DISTINCT team.key AS teamKey, team.departmentKey AS departmentKey, below
RETURN COLLECT {
  UNWIND ['tenant', 'team:' + teamKey, 'department:' + departmentKey] AS audience
  MATCH (question:Question {tenantId: $tenantId, audience: audience})
  WHERE question.id <> $questionId AND question.endedAt IS NULL AND (question.toWeek IS NULL OR question.toWeek >= date($weekStart))
  RETURN question {.frequency, .everyWeeks, fromWeek: toString(question.fromWeek), toWeek: toString(question.toWeek)}
  UNION ALL
  UNWIND below AS id
  MATCH (question:Question {tenantId: $tenantId, id: id})
  WHERE question.id <> $questionId AND question.endedAt IS NULL AND (question.toWeek IS NULL OR question.toWeek >= date($weekStart))
  RETURN question {.frequency, .everyWeeks, fromWeek: toString(question.fromWeek), toWeek: toString(question.toWeek)}
} AS schedules
