// Returns what decides whether a plan can be applied or taken back: the plan, its `moves` in order (`fromId` is the manager before,
// `toId` that of the plan; the top of the chart has none), and the `lines` of everyone named in them and everyone above.
// `lostIds` are the people of lost moves, `displacedIds` are the ones
// among them who were not erased themselves. With the caller's standing, whether they wrote it, the tenant's settings, and who
// stands behind the plan (plan_backing). There is at least one row, and the lists are spread over all of them: a single
// row would keep the client from serving others while it is decoded. Slices are copied (see chart). The transaction
// holds the tenant's write lock.
// @rows
// @param planId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (plan:OrgPlan {tenantId: $tenantId, id: $planId})
CALL (plan) {
  MATCH (person:User {tenantId: $tenantId})-[move:WOULD_REPORT_TO {planId: plan.id}]->(target)
  USING INDEX move:WOULD_REPORT_TO(planId)
  WITH person, move, target
  ORDER BY move.position
  RETURN collect([person.id, move.fromManagerId, CASE WHEN target:User THEN target.id END]) AS moves
}
CALL (moves) {
  UNWIND moves AS move
  UNWIND move AS id
  WITH DISTINCT id
  MATCH (person:User {tenantId: $tenantId, id: id})
  MATCH (person)-[:REPORTS_TO*0..]->(above:User {tenantId: $tenantId})
  WITH DISTINCT above
  RETURN collect([
    above.id, [(above)-[:REPORTS_TO]->(manager:User {tenantId: $tenantId}) | manager.id][0], above.active
  ]) AS lines
}
WITH
  caller {.roles} AS standing,
  tenant {.planApproval, .timezone} AS tenant,
  plan_fields(plan) AS plan,
  plan_backing(plan) AS backing,
  coalesce(plan.authorId = $callerId, false) AS isAuthor,
  coalesce(plan.lostIds, []) AS lostIds,
  COLLECT {
    UNWIND plan.lostIds AS lostId
    MATCH (person:User {tenantId: $tenantId, id: lostId})
    RETURN person.id
  } AS displacedIds,
  moves,
  lines
UNWIND range(0, size(lines) + size(lostIds), 200) AS start
RETURN
  standing,
  tenant,
  plan,
  backing,
  isAuthor,
  [id IN lostIds[start..start + 200] | id] AS lostIds,
  [id IN displacedIds[start..start + 200] | id] AS displacedIds,
  [move IN moves[start..start + 200] | move] AS `moves[userId, fromId, toId]`,
  [line IN lines[start..start + 200] | line] AS `lines[id, managerId, active]`
