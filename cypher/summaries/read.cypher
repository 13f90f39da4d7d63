// A summary with its response, and the caller's standing towards whoever wrote it.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(owner:User)
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
OPTIONAL MATCH (summary)<-[:ANSWERS]-(response:Response)<-[:GAVE]-(manager:User)
OPTIONAL MATCH (manager)-[:MEMBER_OF]->(managerTeam:Team)
RETURN
  caller {.roles, hops: length(line)} AS standing,
  summary {
    .id, .proud, .obstacles, .learned, .important,
    user: owner {.id, .name, team: team.name},
    weekStart: toString(summary.weekStart),
    scores: summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing},
    createdAt: toString(summary.createdAt),
    response: response {
      .id, .body,
      manager: manager {.id, .name, team: managerTeam.name},
      createdAt: toString(response.createdAt)
    }
  } AS summary
