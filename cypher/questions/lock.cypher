// Takes the write lock of a question until the transaction ends (see org/lock_tenant).
MATCH (question:Question {tenantId: $tenantId, id: $questionId})
SET question.id = $questionId
RETURN question.id AS id
