// Deletes the answers of a user, and remembers in `erasedWeeks` of the questions in which weeks they were: what others answered in such a week
// is not shown any more, because a page from before the erasure minus a page from after it would be what this user answered. Removes the user from the
// questions that they asked, and ends those to the people below them: nobody is below them any more. Returns how many answers.
// @param userId: id
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
CALL (answers) {
  UNWIND answers AS answer
  WITH answer.questionId AS questionId, collect(DISTINCT answer.weekStart) AS weeks
  ORDER BY questionId
  MATCH (question:Question {tenantId: $tenantId, id: questionId})
  SET question.id = questionId
  WITH question, weeks
  SET question.erasedWeeks = coalesce(question.erasedWeeks, []) + [week IN weeks WHERE NOT week IN coalesce(question.erasedWeeks, [])]
  RETURN count(*) AS questions
}
FOREACH (answer IN answers | DETACH DELETE answer)
FOREACH (one IN asked | DELETE one)
FOREACH (one IN [one IN below | startNode(one)] |
  SET one.endedAt = coalesce(one.endedAt, datetime.realtime()), one.audience = 'below'
)
FOREACH (one IN below | DELETE one)
RETURN counts
