// Creates the caller's summary of a week with their current department (the empty text for none), in place of their draft, and, in the same
// transaction, the event that notifies the manager: the nearest active one at the time of delivery. The lock on the
// caller is that of the draft. When a summary of that week exists, returns it unchanged: its id differs from
// $summaryId. No row when the caller is unknown or deactivated.
// @batch
// @param weekStart: date
// @param summaryId: id
// @param scores: {qualityOfWork: number, personalWellbeing: number, professionalWellbeing: number}
// @param proud: text
// @param obstacles: text
// @param learned: text
// @param important: text
// @param now: instant
// @param eventId: id
MATCH (owner:User {tenantId: $tenantId, id: $callerId, active: true})
SET owner.id = $callerId
WITH owner
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
MERGE (summary:Summary {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
ON CREATE SET
  summary:$($tenantLabel),
  summary.id = $summaryId,
  summary.department = coalesce(team.department, ''),
  summary.qualityOfWork = $scores.qualityOfWork,
  summary.personalWellbeing = $scores.personalWellbeing,
  summary.professionalWellbeing = $scores.professionalWellbeing,
  summary.proud = $proud,
  summary.obstacles = $obstacles,
  summary.learned = $learned,
  summary.important = $important,
  summary.createdAt = datetime($now)
WITH owner, team, summary
CALL (owner, summary) {
  WITH owner, summary WHERE summary.id = $summaryId
  OPTIONAL MATCH (draft:SummaryDraft {tenantId: $tenantId, userId: $callerId, weekStart: date($weekStart)})
  DETACH DELETE draft
  WITH owner, summary
  MERGE (owner)-[:WROTE]->(summary)
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.submitted:' + summary.id})
  ON CREATE SET
    event.id = $eventId,
    event.type = 'weekly_summary.submitted',
    event.queue = 'notifications',
    event.subjectId = summary.id,
    event.actorId = $callerId,
    pending_event(event, datetime($now))
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.submitted:' + summary.id})
  ON CREATE SET
    change.type = 'summary.submitted',
    change.subjectType = 'summary',
    change.subjectId = summary.id,
    change.changed = [],
    change_entry(change)
}
RETURN
  summary {
    .id, .proud, .obstacles, .learned, .important,
    user: named_user(owner, team),
    weekStart: toString(summary.weekStart),
    scores: summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing},
    createdAt: moment(summary.createdAt)
  } AS summary
