// Lists a tenant's users as org/list_people does, but with the managers of $view ({asOf, planId}, see includes/requested_view) and
// without people who were created later. Everything else is of today.
// @rows
MATCH (tenant:Tenant {id: $tenantId})
WITH
  // @include requested_view
  AS view
MATCH (person:User {tenantId: $tenantId})
WHERE person.email > $after AND (view.asOf IS NULL OR person.createdAt <= view.asOf)
WITH person, view
ORDER BY person.tenantId, person.email
LIMIT toInteger($limit)
WITH person AS lower, view
RETURN
  lower.id AS id, lower.email AS email, lower.name AS name, lower.jobTitle AS jobTitle,
  lower.roles AS roles, toString(lower.startDate) AS startDate, lower.active AS active,
  [(lower)-[:MEMBER_OF]->(team:Team {tenantId: $tenantId}) | [team.name, team.department]] AS teams,
  COLLECT {
    MATCH (lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper:User {tenantId: $tenantId})
    WHERE
      // @include line_in_view
    RETURN upper.email
  } AS managerEmails
