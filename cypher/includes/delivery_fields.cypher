// Map: a delivery of a webhook as the interface shows it. Expects `delivery`.
delivery {
  .id, .changeId, .type, .status, .attempts, .httpStatus, .error,
  subject: CASE WHEN delivery.subjectType IS NOT NULL THEN {type: delivery.subjectType, id: delivery.subjectId} END,
  user: CASE WHEN delivery.subjectType = 'user' THEN user_by_id(delivery.subjectId) END,
  createdAt: moment(delivery.createdAt),
  nextAttemptAt: moment(delivery.dueAt),
  endedAt: moment(delivery.endedAt)
}
