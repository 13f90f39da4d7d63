// Returns the notifications of others about a user or about one of $relatedIds, the ids of the user's own data. A notification
// without aboutIds is about the user if its payload contains one of $payloadTerms. Texts about several people are left out.
// @param userId: id
// @param relatedIds: list of ids
// @param payloadTerms: list of texts
RETURN COLLECT {
  MATCH (notification:Notification {tenantId: $tenantId})
  WHERE notification.eventId IS NOT NULL AND notification.userId IS NOT NULL
    AND notification.userId <> $userId
    AND (
      $userId IN notification.aboutIds
      OR notification.subjectId IN $relatedIds
      OR notification.aboutIds IS NULL AND any(term IN $payloadTerms WHERE notification.payload CONTAINS term)
    )
  WITH notification, coalesce(notification.aboutIds = [$userId], false) AS isOnlyAboutThem
  RETURN notification {
    .id, .type, .createdAt, .subjectType, .subjectId,
    title: CASE WHEN isOnlyAboutThem THEN notification.title END,
    text: CASE WHEN isOnlyAboutThem THEN notification.text END
  }
  ORDER BY notification.createdAt
} AS notificationsAbout
