// Returns the answers of a user with the wording of their questions; the questions that they asked, and those to the people below them,
// with all their wordings.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN
  COLLECT {
    MATCH (answer:Answer {tenantId: $tenantId, userId: $userId})
    USING INDEX answer:Answer(tenantId, userId, weekStart, questionId)
    WHERE answer.weekStart IS NOT NULL AND answer.questionId IS NOT NULL
    OPTIONAL MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: answer.questionId, version: answer.version})
    RETURN answer {.*, question: wording.content}
    ORDER BY answer.weekStart
  } AS answers,
  COLLECT {
    MATCH (person)-[:ASKED|ASKED_BELOW]-(question:Question)
    WITH DISTINCT question
    RETURN properties(question)
    ORDER BY question.createdAt
  } AS questions,
  COLLECT {
    MATCH (person)-[:ASKED|ASKED_BELOW]-(question:Question)
    WITH DISTINCT question
    MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: question.id})
    WHERE wording.version IS NOT NULL
    RETURN properties(wording)
    ORDER BY wording.questionId, wording.version
  } AS wordings
