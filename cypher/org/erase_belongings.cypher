// Deletes everything attached to a user: what they wrote, responses and nominations about them, notifications, profile,
// motivators, imports, what they sign in with and what waits for a second admin about them. A team's nomination stays while it names others; an import that they started for someone else
// loses adminId only, and that of people what it says about them. Plans keep the id of the person of a move that is lost, as a fault. Summaries are deleted without DETACH: a response created in the meantime makes the whole
// transaction fail. Returns counts, and the ids of subjects and files for the next steps.
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH
  COLLECT { MATCH (person)-[:WROTE]->(summary) RETURN summary } AS summaries,
  COLLECT { MATCH (person)-[wrote:WROTE]->() RETURN wrote } AS writings,
  COLLECT { MATCH (person)-[:WROTE]->()<-[:ANSWERS]-(response) RETURN response } AS answers,
  COLLECT { MATCH (person)-[:GAVE]->(response) RETURN response } AS responses,
  COLLECT { MATCH (person)-[:DRAFTED]->(draft) RETURN draft } AS drafts,
  COLLECT { MATCH (person)-[:OWNS]->(goal) RETURN goal } AS goals,
  COLLECT { MATCH (person)-[:MADE]->(nomination) RETURN nomination } AS made,
  COLLECT {
    MATCH (person)<-[:NAMES]-(nomination)
    WHERE NOT EXISTS { MATCH (nomination)-[:NAMES]->(other) WHERE other <> person }
      AND NOT EXISTS { (person)-[:MADE]->(nomination) }
    RETURN nomination
  } AS naming,
  COLLECT {
    MATCH (person)<-[named:NAMES]-(nomination)
    WHERE EXISTS { MATCH (nomination)-[:NAMES]->(other) WHERE other <> person }
    RETURN named
  } AS named,
  COLLECT { MATCH (person)-[:RECEIVED]->(notification) RETURN notification } AS notifications,
  COLLECT { MATCH (person)-[:HAS]->(profile:Profile) RETURN profile } AS profiles,
  COLLECT { MATCH (person)-[:HAS]->(motivators:Motivators) RETURN motivators } AS motivators,
  COLLECT { MATCH (person)<-[:IS_FOR]-(job) RETURN job } AS jobs,
  COLLECT {
    MATCH (identity:Identity {tenantId: $tenantId, userId: $userId})
    WHERE identity.boundAt IS NOT NULL AND identity.id IS NOT NULL
    RETURN identity
  } AS identities,
  COLLECT {
    MATCH (approval:Approval {tenantId: $tenantId, userId: $userId})
    RETURN approval
    UNION
    MATCH (approval:Approval {tenantId: $tenantId, otherId: $userId})
    RETURN approval
  } AS approvals,
  COLLECT {
    MATCH (job:ImportJob {tenantId: $tenantId})
    WHERE job.id IS NOT NULL AND job.adminId = $userId
    RETURN job
  } AS begun,
  COLLECT { MATCH (import:OrgImport {tenantId: $tenantId}) RETURN import } AS imports,
  COLLECT { MATCH (person)-[planned:WOULD_REPORT_TO]-() RETURN planned } AS planned,
  COLLECT {
    MATCH (person)-[planned:WOULD_REPORT_TO]-()
    MATCH (plan:OrgPlan {tenantId: $tenantId, id: planned.planId})
    RETURN [plan, startNode(planned).id]
  } AS lost
WITH *,
  {
    summaries: size(summaries), drafts: size(drafts), responses: size(answers) + size(responses), goals: size(goals),
    nominations: size(made) + size(naming), notifications: size(notifications), profile: size(profiles),
    motivators: size(motivators), imports: size(jobs)
  } AS counts,
  [thing IN summaries + jobs + notifications | thing.id] AS subjectIds,
  [job IN jobs | job.id] + [profile IN profiles | profile.fileId] AS fileIds
FOREACH (move IN lost | FOREACH (plan IN [move[0]] | SET plan.lostIds = plan.lostIds + move[1]))
FOREACH (move IN planned | DELETE move)
FOREACH (name IN named | DELETE name)
FOREACH (job IN begun | REMOVE job.adminId)
FOREACH (import IN imports | REMOVE import.result)
FOREACH (
  thing IN answers + responses + drafts + goals + made + naming + notifications + profiles + motivators + jobs + identities + approvals |
  DETACH DELETE thing
)
FOREACH (wrote IN writings | DELETE wrote)
FOREACH (summary IN summaries | DELETE summary)
RETURN counts, subjectIds, fileIds
