// Queues a notification of each of these flags for whoever is to hear of it at this moment: of a person, their manager;
// of a department or the organisation, those who see the whole tenant. The run keeps what was told, for good.
MATCH (run:TrendRun {tenantId: $tenantId, weekStart: date($weekStart)})
WITH run, COLLECT {
  MATCH (leader:User {tenantId: $tenantId, active: true})
  WHERE leader.email IS NOT NULL AND any(role IN leader.roles WHERE role IN $readerRoles)
  RETURN leader.id
} AS leaderIds
UNWIND $flags AS flag
WITH run, flag, CASE
  WHEN flag.scope <> 'individual' THEN leaderIds
  ELSE COLLECT {
    MATCH (:User {tenantId: $tenantId, id: flag.subject})-[:REPORTS_TO]->(manager:User {active: true})
    RETURN manager.id
  }
END AS recipientIds
WHERE size(recipientIds) > 0
MERGE (event:OutboxEvent {tenantId: $tenantId, key: flag.key})
ON CREATE SET
  event:$($tenantLabel),
  event.id = flag.eventId,
  event.type = 'trend.flagged',
  event.payload = flag.payload,
  event.aboutIds = CASE flag.scope WHEN 'individual' THEN [flag.subject] END,
  event.recipientIds = recipientIds,
  event.status = 'pending',
  event.attempts = 0,
  event.dueAt = datetime($now),
  event.createdAt = datetime($now)
WITH run, collect(flag.key) AS told
SET run.told = run.told + told
RETURN size(told) AS told
