// Deletes notifications that others received about a user, and the events that send these. Notifications without aboutIds are
// about them when the payload contains one of $payloadTerms. Returns how many.
// @param userId: id
// @param payloadTerms: list of texts
MATCH (notification:Notification {tenantId: $tenantId})
WHERE notification.eventId IS NOT NULL AND notification.userId IS NOT NULL AND (
  $userId IN notification.aboutIds
  OR notification.aboutIds IS NULL AND any(term IN $payloadTerms WHERE notification.payload CONTAINS term)
)
OPTIONAL MATCH (message:OutboxEvent {tenantId: $tenantId})
WHERE message.key IN message_keys(notification)
DETACH DELETE notification, message
RETURN {notifications: count(DISTINCT notification), events: count(DISTINCT message)} AS counts
