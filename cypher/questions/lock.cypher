// Takes the write lock of a question until the transaction ends (see organisation/lock_tenant).
// @param questionId: id
MATCH (question:Question {tenantId: $tenantId, id: $questionId})
SET question.id = $questionId
RETURN question.id AS id
