// Updates the caller's own summary and returns it with its response. Moving it to a week that has another summary of
// the caller violates the constraint summary_once_per_week. No row when the summary does not exist or belongs to
// someone else.
// @batch
MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId, userId: $callerId})<-[:WROTE]-(owner:User)
SET
  summary.weekStart = date($weekStart),
  summary.qualityOfWork = $scores.qualityOfWork,
  summary.personalWellbeing = $scores.personalWellbeing,
  summary.professionalWellbeing = $scores.professionalWellbeing,
  summary.proud = $proud,
  summary.obstacles = $obstacles,
  summary.learned = $learned,
  summary.important = $important,
  summary.editedAt = datetime($now)
WITH owner, summary
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)<-[:GAVE]-(manager:User)
OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
RETURN
  summary {
    .id, .proud, .obstacles, .learned, .important,
    user: owner {.id, .name, team: team.name},
    weekStart: toString(summary.weekStart),
    scores: summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing},
    createdAt: left(toString(summary.createdAt + duration({nanoseconds: 1})), 23) + 'Z',
    response: response {
      .id, .body,
      manager: manager {.id, .name, team: managerTeam.name},
      createdAt: left(toString(response.createdAt + duration({nanoseconds: 1})), 23) + 'Z'
    }
  } AS summary
