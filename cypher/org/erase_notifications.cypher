// Deletes what others were told about someone, and the e-mails of it. A notification that does not say by id whom it is
// about is so when a field of its payload is one of these words.
MATCH (notification:Notification {tenantId: $tenantId})
WHERE notification.eventId IS NOT NULL AND notification.userId IS NOT NULL AND (
  $userId IN notification.aboutIds
  OR notification.aboutIds IS NULL AND any(word IN $words WHERE notification.payload CONTAINS word)
)
OPTIONAL MATCH (email:OutboxEvent {tenantId: $tenantId, key: 'email.send:' + notification.id})
DETACH DELETE notification, email
RETURN count(DISTINCT notification) AS notifications, count(email) AS events
