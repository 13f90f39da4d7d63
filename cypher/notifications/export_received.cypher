// Returns the notifications that a user received. Notifications of $figureTypes contain figures about
// others and are returned without their content.
// @param userId: id
// @param figureTypes: list of texts
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN COLLECT {
  MATCH (person)-[:RECEIVED]->(notification)
  WITH notification, notification.type IN $figureTypes AS hasFigures
  RETURN notification {
    .*, aboutIds: null,
    title: CASE WHEN NOT hasFigures THEN notification.title END,
    text: CASE WHEN NOT hasFigures THEN notification.text END,
    payload: CASE WHEN NOT hasFigures THEN notification.payload END
  }
  ORDER BY notification.createdAt
} AS notifications
