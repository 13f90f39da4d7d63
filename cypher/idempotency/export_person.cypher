// Returns the recorded answers to requests of a user, and those to others' requests about them or one of $relatedIds, the ids of
// what is theirs; the latter without their content.
// @param userId: id
// @param relatedIds: list of ids
// @param terms: list of texts
RETURN COLLECT {
  MATCH (record:IdempotencyRecord {tenantId: $tenantId})
  WHERE record.id IS NOT NULL AND (
    record.callerId = $userId
    OR any(id IN record.subjectIds WHERE id IN $relatedIds)
    OR any(term IN $terms WHERE record.body CONTAINS term)
  )
  RETURN record {
    .id, .status, .expiresAt,
    subjectIds: [id IN record.subjectIds WHERE id IN $relatedIds],
    location: CASE WHEN record.callerId = $userId THEN record.location END,
    body: CASE WHEN record.callerId = $userId THEN record.body END
  }
  ORDER BY record.expiresAt
} AS requests
