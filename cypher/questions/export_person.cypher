// Returns the answers of a user with the wording of their questions, and the questions that they asked, with all their wordings.
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN
  COLLECT {
    MATCH (person)-[:ANSWERED]->(answer)
    OPTIONAL MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: answer.questionId, version: answer.version})
    RETURN answer {.*, question: wording.content}
    ORDER BY answer.weekStart
  } AS answers,
  COLLECT {
    MATCH (person)-[:ASKED]->(question)
    RETURN properties(question)
    ORDER BY question.createdAt
  } AS questions,
  COLLECT {
    MATCH (person)-[:ASKED]->(question)
    MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: question.id})
    WHERE wording.version IS NOT NULL
    RETURN properties(wording)
    ORDER BY wording.questionId, wording.version
  } AS wordings
