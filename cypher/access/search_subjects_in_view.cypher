// Returns what access/search_subjects returns, along the reporting line that $view shows (see access/facts_in_view). Nobody is found
// for a plan that the tenant does not have, or that has ended.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(author:User)
OPTIONAL MATCH (:Goal {tenantId: $tenantId, id: $goalId})<-[:OWNS]-(goalOwner:User)
OPTIONAL MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})<-[:RECEIVED]-(recipient:User)
  WHERE notification.unread IS NOT NULL
// @include requested_plan
WITH
  caller, tenant,
  // @include requested_view
  AS view,
  CASE WHEN $view.planId IS NULL OR plan IS NOT NULL THEN coalesce(user, author, goalOwner, recipient) END AS owner
CALL (owner, view) {
  CALL (owner, view) {
    MATCH path = (owner) ((lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper) WHERE (
      // @include line_in_view
    )){0,} (subject)
    RETURN subject, length(path) AS levelsAbove
    UNION
    UNWIND CASE WHEN owner IS NULL OR $roleWords IS NULL THEN [] ELSE [$roleWords] END AS words
    CALL db.index.fulltext.queryNodes('user_by_role', '+tenantId:"' + $tenantId + '" +roles:(' + words + ')') YIELD node
    RETURN node AS subject, null AS levelsAbove
  }
  WITH subject, min(levelsAbove) AS levelsAbove
  WHERE subject.active AND ($after IS NULL OR subject.id > $after)
  WITH subject, levelsAbove
  ORDER BY subject.id
  LIMIT 1001
  RETURN collect(subject {.id, .roles, levelsAbove: levelsAbove}) AS subjects
}
RETURN
  caller {.roles} AS standing,
  subjects[0..toInteger($limit) + 1] AS items,
  tenant {.elevatedRoles, .orgRevision} AS tenant
