// Map: a webhook as the interface shows it. Expects `webhook`.
webhook {
  .id, .url, .types, .status, .disabledReason,
  failingSince: left(toString(webhook.failingSince + duration({nanoseconds: 1})), 23) + 'Z',
  createdAt: left(toString(webhook.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
  updatedAt: left(toString(webhook.updatedAt + duration({nanoseconds: 1})), 23) + 'Z'
}
