// Returns a question, with the caller's standing towards the head of its audience; and as `changing` their standing towards the manager who
// asked it, if they are the head or above as well. Towards a question of the company, `changing` has no place in the line. Who is the partner of the whole audience, is so in both. `question` is
// null if there is none in the tenant.
// @param questionId: id
// @param managersAsk: text
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (question:Question {tenantId: $tenantId, id: $questionId})
OPTIONAL MATCH line = (question)-[:ASKED_BELOW]->(:User)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH fromAsker = (question)<-[:ASKED]-(:User)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (question)-[:ASKED_BELOW]->(head:User)
OPTIONAL MATCH (team:Team {tenantId: $tenantId, key: CASE WHEN question.audience STARTS WITH 'team:' THEN substring(question.audience, 5) END})
WITH
  caller, question, length(line) - 1 AS aboveHead, length(fromAsker) - 1 AS aboveAsker,
  CASE WHEN question.audience STARTS WITH 'department:' THEN substring(question.audience, 11) END AS departmentKey, head, team,
  coalesce(tenant.managersAsk, $managersAsk) = 'on' AS managersAsk
WITH *, covers_audience(caller, head, team, departmentKey) AS isPartner
RETURN
  caller {.roles, levelsAbove: aboveHead, managersAsk: managersAsk, isPartner: isPartner} AS standing,
  caller {.roles, levelsAbove: CASE WHEN question.byManager AND aboveHead IS NOT NULL THEN aboveAsker END, managersAsk: managersAsk, isPartner: isPartner} AS changing,
  CASE WHEN question IS NOT NULL THEN
    // @include question_fields
  END AS question
