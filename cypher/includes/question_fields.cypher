// Map: a question as code reads it; `words` has its wording as JSON (`content`), and `optionIds`. Expects `question`.
question {
  .id, .kind, .version, .frequency, .everyWeeks, .audience, .audienceName, .isRequired, .points, .lowest, .optionCount, .isSeveral,
  from: toString(question.fromWeek),
  to: toString(question.toWeek),
  createdAt: moment(question.createdAt),
  endedAt: moment(question.endedAt),
  words: COLLECT {
    MATCH (wording:QuestionWording {tenantId: $tenantId, questionId: question.id, version: question.version})
    RETURN wording {.content, .optionIds}
  }[0],
  createdBy: [(question)<-[:ASKED]-(author:User) | user_ref(author)][0],
  askedBelow: [(question)-[:ASKED_BELOW]->(head:User) | user_ref(head)][0]
}
