// Lists the people in sight as reports/org does, but with managers, levels and numbers of people by the reporting line of $view
// ({asOf, planId}, see includes/requested_view), and without people who were created later. Who is in sight, and who is active, is
// of today. List: the first row is the heading; `isInFuture`: the time is later than $now. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], view: {asOf: '2026-06-30', planId: null}, now: '2026-11-20T10:00:00Z'}
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH
  reader,
  // @include requested_view
  AS view,
  reader {
    .roles,
    isManager:
      // @include is_manager
  } AS standing
WITH reader, view, CASE WHEN $asOperator THEN {roles: $rolesWithTenantScope, isManager: true} ELSE standing END AS standing
CALL (reader, standing, view) {
  RETURN
    standing AS head, view.asOf > datetime($now) AS isInFuture,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS department,
    null AS managerId, null AS manager, null AS depth, null AS directReports, null AS below
  UNION ALL
  // @include people_in_sight
  WITH person, view
  WHERE view.asOf IS NULL OR person.createdAt <= view.asOf
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH
    person, team,
    COLLECT {
      MATCH
        (person) (
          (lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper)
          WHERE
            // @include line_in_view
        ) {1,} (superior:User {tenantId: $tenantId, active: true})
      RETURN superior
      ORDER BY size(line)
    } AS above,
    COLLECT {
      MATCH
        (person) (
          (upper)<-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]-(lower)
          WHERE
            // @include line_in_view
        ) {1,} (report:User {tenantId: $tenantId, active: true})
      RETURN size(line)
    } AS levels
  WITH
    person, team, above[0] AS superior, size(above) AS depth,
    size([level IN levels WHERE level = 1]) AS directReports, size(levels) AS below
  ORDER BY depth, person.name, person.id
  RETURN
    null AS head, null AS isInFuture,
    person.id AS id, person.name AS name, person.jobTitle AS jobTitle, team.name AS team,
    team.department AS department, superior.id AS managerId, superior.name AS manager, depth, directReports, below
}
RETURN head AS standing, isInFuture, id, name, jobTitle, team, department, managerId, manager, depth, directReports, below
