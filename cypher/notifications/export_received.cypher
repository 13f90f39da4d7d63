// Returns the notifications that a user received. Of those of $figureTypes, which hold figures about others, there is no content.
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
