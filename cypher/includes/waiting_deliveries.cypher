// Number: the deliveries of the webhook $webhookId that wait to be sent.
// @param webhookId: id
COUNT {
  MATCH (waiting:WebhookDelivery {tenantId: $tenantId, webhookId: $webhookId, status: 'pending'})
  WHERE waiting.sequence >= 0
}
