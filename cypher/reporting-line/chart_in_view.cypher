// Lists the people of an org chart as reporting-line/chart does, but along the reporting line of $view ({asOf, planId}, see
// includes/requested_view) and without people who were created later. Who may read the chart is decided by today's line; roles and
// who is active are those of today, too.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (root:User {tenantId: $tenantId, id: coalesce($rootId, $callerId)})
OPTIONAL MATCH today = (root)-[:REPORTS_TO*0..]->(caller)
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH
  root, caller {.roles, levelsAbove: length(today)} AS standing,
  any(role IN caller.roles WHERE role IN $rolesWithTenantScope) AS hasTenantScope,
  // @include requested_view
  AS view
CALL (root, standing, hasTenantScope, view) {
  CALL (root, standing, hasTenantScope, view) {
    UNWIND CASE WHEN $rootId IS NULL AND hasTenantScope THEN [true] ELSE [] END AS whole
    MATCH (lower:User {tenantId: $tenantId})
    WHERE lower.email IS NOT NULL AND NOT EXISTS {
      MATCH (lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper)
      WHERE
        // @include line_in_view
    }
    RETURN lower AS top
    UNION
    WITH * WHERE root IS NOT NULL AND (standing.levelsAbove IS NOT NULL OR $rootId IS NOT NULL AND hasTenantScope)
      AND NOT ($rootId IS NULL AND hasTenantScope)
    RETURN root AS top
  }
  CALL (top, view) {
    MATCH
      (top) (
        (upper)<-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]-(lower)
        WHERE
          // @include line_in_view
      ) {0,} (person:User)
    RETURN person, size(line) AS depth, last(upper).id AS managerId
  }
  WITH person, depth, managerId, view
  WHERE view.asOf IS NULL OR person.createdAt <= view.asOf
  LIMIT toInteger($listLimit)
  WITH person, depth, managerId
  ORDER BY depth
  RETURN collect({person: person, depth: depth, line: [person.id, managerId, person.active]}) AS people
}
WITH root, standing, coalesce(view.asOf > datetime($now), false) AS inFuture, people
// @include chart_rows
