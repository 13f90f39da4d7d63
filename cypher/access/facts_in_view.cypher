// Returns what access/facts returns, along the reporting line that $view shows ({asOf, planId}, see includes/requested_view).
// Roles and state are today's. Nothing is known about a plan that the tenant does not have, or that has ended.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (subject:User {tenantId: $tenantId, id: $subjectId})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (:Summary {tenantId: $tenantId, id: $summaryId})<-[:WROTE]-(author:User)
OPTIONAL MATCH (:Goal {tenantId: $tenantId, id: $goalId})<-[:OWNS]-(goalOwner:User)
OPTIONAL MATCH (notification:Notification {tenantId: $tenantId, id: $notificationId})<-[:RECEIVED]-(recipient:User)
  WHERE notification.unread IS NOT NULL
// @include requested_plan
WITH
  caller, tenant, subject,
  // @include requested_view
  AS view,
  CASE WHEN $view.planId IS NULL OR plan IS NOT NULL THEN coalesce(user, author, goalOwner, recipient) END AS owner
RETURN
  caller.roles AS `standing.roles`, CASE subject.id WHEN caller.id THEN 0 END AS `standing.levelsAbove`,
  subject.roles AS `subject.roles`, subject.active AS `subject.active`,
  owner.id AS ownerId,
  COLLECT {
    MATCH path = (owner) ((lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper) WHERE (
      // @include line_in_view
    )){0,} (above)
    WHERE above.id = subject.id
    RETURN reverse([person IN nodes(path) | person.id])
    ORDER BY length(path)
    LIMIT 1
  }[0] AS path,
  tenant.elevatedRoles AS `tenant.elevatedRoles`, tenant.orgRevision AS `tenant.orgRevision`
