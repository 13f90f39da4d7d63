// Deletes the answers of a user, removes them from the questions that they asked, and ends those to the people below them: nobody is below
// them any more. Returns how many answers.
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH
  COLLECT {
    MATCH (answer:Answer {tenantId: $tenantId, userId: $userId})
    USING INDEX answer:Answer(tenantId, userId, weekStart, questionId)
    WHERE answer.weekStart IS NOT NULL AND answer.questionId IS NOT NULL
    RETURN answer
  } AS answers,
  COLLECT { MATCH (person)-[asked:ASKED]->() RETURN asked } AS asked,
  COLLECT { MATCH (person)<-[below:ASKED_BELOW]-() RETURN below } AS below
WITH answers, asked, below, {answers: size(answers)} AS counts
FOREACH (answer IN answers | DETACH DELETE answer)
FOREACH (one IN asked | DELETE one)
FOREACH (one IN [one IN below | startNode(one)] |
  SET one.endedAt = coalesce(one.endedAt, datetime.realtime()), one.audience = 'below'
)
FOREACH (one IN below | DELETE one)
RETURN counts
