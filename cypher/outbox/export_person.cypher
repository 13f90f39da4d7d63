// Returns the events that a user caused, that are addressed to them, or that are about them or one of $relatedIds, the ids of
// the user's own data. Those without aboutIds are about the user when the payload contains one of $payloadTerms. The content is left
// out where it is about several people or of $figureTypes, and so are the ids of other recipients.
// @param userId: id
// @param relatedIds: list of ids
// @param payloadTerms: list of texts
// @param figureTypes: list of texts
RETURN COLLECT {
  MATCH (event:OutboxEvent {tenantId: $tenantId})
  WHERE event.key IS NOT NULL
  WITH
    event,
    coalesce($userId IN event.recipientIds, false) AS isRecipient,
    coalesce(event.aboutIds = [$userId], false) AS isOnlyAboutThem,
    coalesce(
      event.actorId = $userId
      OR event.subjectId IN $relatedIds
      OR event.key CONTAINS $userId
      OR $userId IN event.aboutIds
      OR event.aboutIds IS NULL AND any(term IN $payloadTerms WHERE event.payload CONTAINS term),
      false
    ) AS isConcerned
  WHERE isRecipient OR isConcerned
  RETURN event {
    .id, .key, .type, .status, .createdAt, .dueAt, .endedAt, .subjectId, .actorId, .attempts, isRecipient: isRecipient,
    recipients: size(event.recipientIds),
    payload: CASE WHEN (isRecipient OR isOnlyAboutThem) AND NOT event.type IN $figureTypes THEN event.payload END
  }
  ORDER BY event.createdAt
} AS events
