// Returns the scores of a user's summaries of the last $weeks weeks up to the current one in their time zone, oldest
// first, with the caller's standing towards the user. `user` is null when the user does not exist in the tenant.
// @param userId: id
// @param weeks: number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (owner)-[:MEMBER_OF]->(team:Team)
WITH caller, tenant, owner, owner AS user, line, team
WITH
  caller, owner, line, team,
  // @include current_week
  AS week
CALL (owner, week) {
  MATCH (summary:Summary {tenantId: $tenantId, userId: owner.id})
  WHERE week - duration({weeks: $weeks}) < summary.weekStart <= week
  WITH summary
  ORDER BY summary.weekStart
  RETURN collect({
    weekStart: toString(summary.weekStart),
    summaryId: summary.id,
    scores: summary {.qualityOfWork, .personalWellbeing, .professionalWellbeing}
  }) AS rows
}
RETURN
  // @include standing
  AS standing,
  named_user(owner, team) AS user,
  rows
