// Returns what the page of a person shows first, with the caller's standing towards them: the user with e-mail address
// and manager, the first 50 active managers above, nearest first, the number of active direct reports, whether a
// profile and motivators are stored, and the scores of the last $weeks weeks up to the current one, oldest first.
// `user` is null when the user does not exist in the tenant.
// @param userId: id
// @param weeks: number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
WITH caller, tenant, owner, owner AS user, line, team
WITH
  caller, tenant, owner, line, team,
  // @include current_week
  AS week
CALL (owner) {
  MATCH up = (owner)-[:REPORTS_TO*1..]->(person:User)
  WITH person, min(length(up)) AS depth
  WHERE person.active
  WITH person, depth
  ORDER BY depth, person.id
  LIMIT 50
  RETURN collect(user_ref(person)) AS managers
}
CALL (owner, week) {
  MATCH (summary:Summary {tenantId: $tenantId, userId: owner.id})
  WHERE week - duration({weeks: $weeks}) < summary.weekStart <= week
  WITH summary
  ORDER BY summary.weekStart
  RETURN collect({
    weekStart: toString(summary.weekStart),
    summaryId: summary.id,
    scores: summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing}
  }) AS scores
}
RETURN
  // @include standing_for_insights
  AS standing,
  tenant {.elevatedRoles, .managersAsk} AS tenant,
  user_ref_in(owner, team) AS user,
  team.department AS department,
  owner {.email, .active} AS details,
  COUNT { (owner)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) } AS reports,
  EXISTS { (:Profile {tenantId: $tenantId, userId: owner.id}) } AS hasProfile,
  EXISTS { (:Motivators {tenantId: $tenantId, userId: owner.id}) } AS hasMotivators,
  managers,
  scores
