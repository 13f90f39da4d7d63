// Removes a user from the moves of plans. A plan keeps the id of the person of a move that is lost, as a fault.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH
  COLLECT { MATCH (person)-[planned:WOULD_REPORT_TO]-() RETURN planned } AS planned,
  COLLECT {
    MATCH (person)-[planned:WOULD_REPORT_TO]-()
    MATCH (plan:OrgPlan {tenantId: $tenantId, id: planned.planId})
    RETURN [plan, startNode(planned).id]
  } AS lost
FOREACH (move IN lost | FOREACH (plan IN [move[0]] | SET plan.lostIds = plan.lostIds + move[1]))
FOREACH (move IN planned | DELETE move)
