// Returns the answers that belong to a summary, each with the wording that it answered, in the order of the questions; and the
// caller's standing towards the author, as in summaries/read. `userId` is null if there is no such summary.
// @param summaryId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(owner:User)
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
RETURN
  // @include standing
  AS standing,
  owner.id AS userId,
  [caller.language, caller.preferredLanguage, tenant.language] AS languages,
  COLLECT {
    MATCH (answer:Answer {tenantId: $tenantId, userId: owner.id, weekStart: summary.weekStart})
    USING INDEX answer:Answer(tenantId, userId, weekStart, questionId)
    WHERE answer.questionId IS NOT NULL
    MATCH (question:Question {tenantId: $tenantId, id: answer.questionId})
    ORDER BY question.createdAt, question.id
    RETURN question {
      .id, .kind, .points, .lowest, .isSeveral,
      version: answer.version,
      wording: COLLECT {
        MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: question.id, version: answer.version})
        RETURN wording.content
      }[0],
      answer: answer {.version, .text, .points, .choices, .yes, answeredAt: moment(answer.answeredAt), editedAt: moment(answer.editedAt)}
    }
  } AS answers
