// Map: a webhook as the interface shows it. Expects `webhook`.
webhook {
  .id, .url, .types, .status, .disabledReason,
  failingSince: moment(webhook.failingSince),
  createdAt: moment(webhook.createdAt),
  updatedAt: moment(webhook.updatedAt)
}
