// Deletes notifications that others received about a user, and their e-mail events. Notifications without aboutIds are
// about them when the payload contains one of $payloadTerms. Returns how many.
MATCH (notification:Notification {tenantId: $tenantId})
WHERE notification.eventId IS NOT NULL AND notification.userId IS NOT NULL AND (
  $userId IN notification.aboutIds
  OR notification.aboutIds IS NULL AND any(term IN $payloadTerms WHERE notification.payload CONTAINS term)
)
OPTIONAL MATCH (email:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + notification.id})
DETACH DELETE notification, email
RETURN {notifications: count(DISTINCT notification), events: count(email)} AS counts
