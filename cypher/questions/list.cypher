// Returns a page of questions, newest first, behind the position $after: all of them for $permittedRoles and with $asOperator; while the
// setting managersAsk is on, those to the people below somebody for this person, and for those above; and for a
// partner those to nobody but people of their parts.
// @param managersAsk: text
// @param asOperator: boolean
// @param permittedRoles: list of roles
// @param after: position or null
// @param isOpen: boolean or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH caller, coalesce(tenant.managersAsk, $managersAsk) = 'on' AS managersAsk
CALL (caller, managersAsk) {
  CALL (caller, managersAsk) {
    UNWIND CASE WHEN $asOperator OR any(role IN caller.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS isPermitted
    MATCH (question:Question {tenantId: $tenantId})
    WHERE question.createdAt <= datetime(coalesce($after.createdAt, '9999-12-31T00:00:00Z')) AND question.id IS NOT NULL
      AND ($after IS NULL OR question.createdAt < datetime($after.createdAt) OR question.id < $after.id)
      AND ($isOpen IS NULL OR $isOpen = (question.endedAt IS NULL))
    WITH question
    ORDER BY question.tenantId DESC, question.createdAt DESC, question.id DESC
    LIMIT 201
    RETURN question
    UNION
    UNWIND CASE WHEN managersAsk AND NOT any(role IN caller.roles WHERE role IN $permittedRoles) THEN [true] ELSE [] END AS isPermitted
    MATCH (question:Question {tenantId: $tenantId})
    USING INDEX question:Question(tenantId, audience)
    WHERE question.audience STARTS WITH 'below:'
    MATCH (question)-[:ASKED_BELOW]->(head:User)
    WHERE EXISTS { (head)-[:REPORTS_TO*0..]->(caller) }
      AND ($after IS NULL OR question.createdAt < datetime($after.createdAt)
        OR question.createdAt = datetime($after.createdAt) AND question.id < $after.id)
      AND ($isOpen IS NULL OR $isOpen = (question.endedAt IS NULL))
    RETURN question
    UNION
    UNWIND CASE WHEN is_partner(caller) AND NOT any(role IN caller.roles WHERE role IN $permittedRoles) THEN [true] END AS ofParts
    MATCH (question:Question {tenantId: $tenantId})
    USING INDEX question:Question(tenantId, audience)
    WHERE question.audience >= ''
    OPTIONAL MATCH (question)-[:ASKED_BELOW]->(head:User)
    OPTIONAL MATCH (team:Team {tenantId: $tenantId, key: CASE WHEN question.audience STARTS WITH 'team:' THEN substring(question.audience, 5) END})
    WITH caller, question, head, team, CASE WHEN question.audience STARTS WITH 'department:' THEN substring(question.audience, 11) END AS departmentKey
    WHERE covers_audience(caller, head, team, departmentKey)
      AND ($after IS NULL OR question.createdAt < datetime($after.createdAt)
        OR question.createdAt = datetime($after.createdAt) AND question.id < $after.id)
      AND ($isOpen IS NULL OR $isOpen = (question.endedAt IS NULL))
    RETURN question
  }
  WITH question
  ORDER BY question.createdAt DESC, question.id DESC
  LIMIT 201
  WITH
    // @include question_fields
    AS fields
  ORDER BY fields.createdAt DESC, fields.id DESC
  RETURN collect(fields {.*, position: {createdAt: fields.createdAt, id: fields.id}}) AS questions
}
RETURN caller {.roles} AS standing, questions[0..toInteger($limit) + 1] AS items
