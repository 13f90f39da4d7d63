// Returns what was sent to other systems about a user or one of $relatedIds, the ids of the user's own data.
// @param relatedIds: list of ids
RETURN COLLECT {
  MATCH (delivery:WebhookDelivery {tenantId: $tenantId})
  WHERE delivery.webhookId IS NOT NULL AND delivery.changeId IS NOT NULL AND delivery.subjectId IN $relatedIds
  RETURN delivery {.id, .webhookId, .changeId, .type, .subjectType, .subjectId, .status, .createdAt, .endedAt}
  ORDER BY delivery.createdAt
} AS webhookDeliveries
