// Updates the caller's own summary and returns it with its response. Moving it to a week that has another summary of
// the caller violates the constraint summary_once_per_week. No row when the summary does not exist or belongs to
// someone else, or was withdrawn before the lock was given: writing the id first takes the lock under which the changed
// fields are determined. `earliestWeek`
// remembers the earliest week that a moved summary had: whether it is final goes by that one (summaries/withdraw).
// @batch
// @param summaryId: id
// @param weekStart: date
// @param scores: {qualityOfWork: number, personalWellbeing: number, professionalWellbeing: number}
// @param proud: text
// @param obstacles: text
// @param learned: text
// @param important: text
// @param now: instant
// @param changeId: id
MATCH (locked:Summary {tenantId: $tenantId, id: $summaryId, userId: $callerId})
SET locked.id = $summaryId
WITH locked
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId, userId: $callerId})<-[:WROTE]-(owner:User)
WITH owner, summary, [
  CASE WHEN summary.weekStart <> date($weekStart) THEN 'weekStart' END,
  CASE WHEN summary.qualityOfWork <> $scores.qualityOfWork THEN 'scores.qualityOfWork' END,
  CASE WHEN summary.personalWellbeing <> $scores.personalWellbeing THEN 'scores.personalWellbeing' END,
  CASE WHEN summary.professionalWellbeing <> $scores.professionalWellbeing THEN 'scores.professionalWellbeing' END,
  CASE WHEN summary.proud <> $proud THEN 'proud' END,
  CASE WHEN summary.obstacles <> $obstacles THEN 'obstacles' END,
  CASE WHEN summary.learned <> $learned THEN 'learned' END,
  CASE WHEN summary.important <> $important THEN 'important' END
] AS changes, [summary.earliestWeek, summary.weekStart, date($weekStart)] AS weeks
SET
  summary.earliestWeek = CASE
    WHEN 'weekStart' IN changes OR summary.earliestWeek IS NOT NULL
    THEN reduce(earliest = date($weekStart), week IN weeks | CASE WHEN week < earliest THEN week ELSE earliest END)
  END,
  summary.weekStart = date($weekStart),
  summary.qualityOfWork = $scores.qualityOfWork,
  summary.personalWellbeing = $scores.personalWellbeing,
  summary.professionalWellbeing = $scores.professionalWellbeing,
  summary.proud = $proud,
  summary.obstacles = $obstacles,
  summary.learned = $learned,
  summary.important = $important,
  summary.editedAt = datetime($now)
MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.edited:' + $changeId})
ON CREATE SET
  change.type = 'summary.edited',
  change.subjectType = 'summary',
  change.subjectId = summary.id,
  change.changed = [name IN changes WHERE name IS NOT NULL],
  change_entry(change)
WITH owner, summary
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)<-[:GAVE]-(manager:User)
OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
RETURN
  summary {
    .id, .proud, .obstacles, .learned, .important,
    user: named_user(owner, team),
    weekStart: toString(summary.weekStart),
    scores: summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing},
    createdAt: moment(summary.createdAt),
    response:
      // @include response_fields
  } AS summary
