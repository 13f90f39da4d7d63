// Map: a delivery of a webhook as the interface shows it. Expects `delivery`.
delivery {
  .id, .changeId, .type, .status, .attempts, .httpStatus, .error,
  subject: CASE WHEN delivery.subjectType IS NOT NULL THEN {type: delivery.subjectType, id: delivery.subjectId} END,
  createdAt: left(toString(delivery.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
  nextAttemptAt: left(toString(delivery.dueAt + duration({nanoseconds: 1})), 23) + 'Z',
  endedAt: left(toString(delivery.endedAt + duration({nanoseconds: 1})), 23) + 'Z'
}
