// Map: a delivery of a webhook as the interface shows it. Expects `delivery`.
delivery {
  .id, .changeId, .type, .status, .attempts, .httpStatus, .error,
  subject: CASE WHEN delivery.subjectType IS NOT NULL THEN {type: delivery.subjectType, id: delivery.subjectId} END,
  user: CASE WHEN delivery.subjectType = 'user' THEN COLLECT {
    MATCH (person:User {tenantId: $tenantId, id: delivery.subjectId})
    OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
    RETURN person {.id, .name, .jobTitle, team: team.name, .photoUrl}
  }[0] END,
  createdAt: moment(delivery.createdAt),
  nextAttemptAt: moment(delivery.dueAt),
  endedAt: moment(delivery.endedAt)
}
