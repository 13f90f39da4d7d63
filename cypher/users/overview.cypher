// Returns what the page of a person shows first, with the caller's standing towards them: the user with e-mail address and manager, the
// first 50 active managers above, nearest first, the number of active direct reports, whether a profile and motivators are
// stored, and the scores of the last $weeks weeks up to the current one, oldest first. `user` is null when the user does not
// exist in the tenant.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (user)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (user)-[:MEMBER_OF]->(team:Team)
WITH
  caller, tenant, user, line, team,
  // @include current_week
  AS week
CALL (user) {
  MATCH up = (user)-[:REPORTS_TO*1..]->(person:User)
  WITH person, min(length(up)) AS depth
  WHERE person.active
  WITH person, depth
  ORDER BY depth, person.id
  LIMIT 50
  RETURN collect(
    // @include user_ref
  ) AS managers
}
CALL (user, week) {
  MATCH (summary:Summary {tenantId: $tenantId, userId: user.id})
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
  caller {.roles, levelsAbove: length(line)} AS standing,
  tenant {.elevatedRoles} AS tenant,
  user {.id, .name, .jobTitle, team: team.name, .photoUrl} AS user,
  team.department AS department,
  user {.email, .active} AS details,
  COUNT { (user)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) } AS reports,
  EXISTS { (:Profile {tenantId: $tenantId, userId: user.id}) } AS hasProfile,
  EXISTS { (:Motivators {tenantId: $tenantId, userId: user.id}) } AS hasMotivators,
  managers,
  scores
