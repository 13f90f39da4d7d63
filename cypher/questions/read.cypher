// Returns a question, with the caller's standing towards the head of its audience. `question` is null if there is none in the tenant.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (question:Question {tenantId: $tenantId, id: $questionId})
OPTIONAL MATCH line = (question)-[:ASKED_BELOW]->(:User)-[:REPORTS_TO*0..]->(caller)
RETURN
  caller {.roles, levelsAbove: length(line) - 1, managersAsk: coalesce(tenant.managersAsk, $managersAsk) = 'on'} AS standing,
  CASE WHEN question IS NOT NULL THEN
    // @include question_fields
  END AS question
