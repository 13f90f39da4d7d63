// Returns what the graph joins to a user: who they are, their place in the organisation, what they wrote and received. Each column is a
// list of maps. Of others there are names and ids only, and texts that were written to the user or about them. Of messages of
// $figureTypes, which hold figures about others, there is no content.
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN
  [properties(person)] AS person,
  COLLECT { MATCH (person)-[:MEMBER_OF]->(team) RETURN team {.name, .department} } AS teams,
  COLLECT { MATCH (person)-[:IN_GROUP]->(group) RETURN group {.id, .displayName, .externalId} } AS groups,
  COLLECT {
    MATCH (identity:Identity {tenantId: $tenantId, userId: $userId})
    WHERE identity.boundAt IS NOT NULL AND identity.id IS NOT NULL
    RETURN identity {.*}
  } AS identities,
  COLLECT {
    MATCH (approval:Approval {tenantId: $tenantId})
    WHERE approval.id IS NOT NULL AND $userId IN [approval.userId, approval.otherId, approval.requesterId]
    RETURN properties(approval)
  } AS approvals,
  COLLECT {
    MATCH (person)-[line:REPORTS_TO|REPORTED_TO]->(manager)
    RETURN line {.since, .until, .planId, manager: manager {.id, .name}}
    ORDER BY line.since, line.until
  } AS managers,
  COLLECT {
    MATCH (person)<-[line:REPORTS_TO|REPORTED_TO]-(report)
    RETURN line {.since, .until, .planId, report: report {.id, .name}}
    ORDER BY line.since, line.until
  } AS reports,
  COLLECT {
    MATCH (person)-[term:DEPUTY_FOR]-()
    WITH term, startNode(term) AS deputy, endNode(term) AS manager
    RETURN term {.*, manager: manager {.id, .name}, deputy: deputy {.id, .name}}
    ORDER BY term.since, term.until
  } AS deputies,
  COLLECT {
    MATCH (person)-[move:WOULD_REPORT_TO]->(target)
    MATCH (plan:OrgPlan {tenantId: $tenantId, id: move.planId})
    RETURN move {
      .planId, .fromManagerId, plan: plan.name, status: plan.status, effectiveOn: plan.effectiveOn,
      manager: CASE WHEN target:User THEN target {.id, .name} END
    }
    ORDER BY plan.createdAt
  } AS plannedMoves,
  COLLECT {
    MATCH (person)<-[move:WOULD_REPORT_TO]-()
    MATCH (plan:OrgPlan {tenantId: $tenantId, id: move.planId})
    WITH plan, count(*) AS people
    RETURN {planId: plan.id, plan: plan.name, status: plan.status, effectiveOn: plan.effectiveOn, people: people}
    ORDER BY plan.createdAt
  } AS plannedReports,
  COLLECT { MATCH (person)-[:WROTE]->(summary) RETURN properties(summary) ORDER BY summary.weekStart } AS summaries,
  COLLECT { MATCH (person)-[:DRAFTED]->(draft) RETURN properties(draft) ORDER BY draft.weekStart } AS drafts,
  COLLECT {
    MATCH (person)-[:WROTE]->(summary)<-[:ANSWERS]-(response)
    OPTIONAL MATCH (response)<-[:GAVE]-(author)
    OPTIONAL MATCH (response)-[:ON_BEHALF_OF]->(represented)
    RETURN response {.*, author: author {.id, .name}, onBehalfOf: represented {.id, .name}}
    ORDER BY response.createdAt
  } AS responsesReceived,
  COLLECT {
    MATCH (person)-[:GAVE]->(response)
    OPTIONAL MATCH (response)-[:ANSWERS]->(summary)<-[:WROTE]-(owner)
    OPTIONAL MATCH (response)-[:ON_BEHALF_OF]->(represented)
    RETURN response {.*, weekStart: summary.weekStart, to: owner {.id, .name}, onBehalfOf: represented {.id, .name}}
    ORDER BY response.createdAt
  } AS responsesGiven,
  COLLECT {
    MATCH (person)<-[:ON_BEHALF_OF]-(response)<-[:GAVE]-(author)
    RETURN response {.id, .createdAt, author: author {.id, .name}}
    ORDER BY response.createdAt
  } AS responsesOnBehalf,
  COLLECT { MATCH (person)-[:OWNS]->(goal) RETURN properties(goal) ORDER BY goal.dateSet } AS goals,
  COLLECT {
    MATCH (person)-[:MADE]->(nomination)
    RETURN nomination {.*, nominees: COLLECT { MATCH (nomination)-[:NAMES]->(nominee) RETURN nominee {.id, .name} }}
    ORDER BY nomination.createdAt
  } AS nominationsMade,
  COLLECT {
    MATCH (person)<-[:NAMES]-(nomination)
    OPTIONAL MATCH (nomination)<-[:MADE]-(author)
    RETURN nomination {.*, author: author {.id, .name}}
    ORDER BY nomination.createdAt
  } AS nominationsReceived,
  COLLECT {
    MATCH (person)-[:RECEIVED]->(notification)
    WITH notification, notification.type IN $figureTypes AS hasFigures
    RETURN notification {
      .*, aboutIds: null,
      title: CASE WHEN NOT hasFigures THEN notification.title END,
      text: CASE WHEN NOT hasFigures THEN notification.text END,
      payload: CASE WHEN NOT hasFigures THEN notification.payload END
    }
    ORDER BY notification.createdAt
  } AS notifications,
  COLLECT { MATCH (person)-[:HAS]->(profile:Profile) RETURN properties(profile) } AS profile,
  COLLECT { MATCH (person)-[:HAS]->(motivators:Motivators) RETURN properties(motivators) } AS motivators,
  COLLECT { MATCH (person)<-[:IS_FOR]-(job) RETURN properties(job) ORDER BY job.createdAt } AS imports
