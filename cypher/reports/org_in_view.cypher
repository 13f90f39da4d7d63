// Lists the people in sight as reports/org does, but with the lines of $view ({asOf, planId}, see includes/requested_view), and
// without people who were created later. Who is in sight, and who is active, is of today. The lines are those of everyone above
// and below the people in sight; of the whole tenant where these stood in many places, so that nobody is walked over many times.
// List: the first row is the heading; `isInFuture`: the time is later than $now. Parameters for Neo4j Browser:
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
    null AS id, null AS name, null AS jobTitle, null AS team, null AS department, null AS lines, null AS names
  UNION ALL
  // @include people_in_sight
  WITH person, view
  WHERE view.asOf IS NULL OR person.createdAt <= view.asOf
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, team
  ORDER BY person.name, person.id
  RETURN
    null AS head, null AS isInFuture,
    person.id AS id, person.name AS name, person.jobTitle AS jobTitle, team.name AS team,
    team.department AS department, null AS lines, null AS names
  UNION ALL
  WITH *, any(role IN standing.roles WHERE role IN $rolesWithTenantScope) AS hasTenantScope
  CALL (reader, standing, view, hasTenantScope) {
    WITH * WHERE NOT hasTenantScope
    // @include people_in_sight
    WITH reader, view, collect(person) AS people
    WITH view, people + reader AS seen
    UNWIND seen AS lower
    WITH lower, view, seen
    WHERE NOT EXISTS {
      MATCH (lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper)
      WHERE upper IN seen AND
        // @include line_in_view
    }
    RETURN collect(lower) AS tops
  }
  CALL (view, hasTenantScope, tops) {
    UNWIND CASE WHEN hasTenantScope OR size(tops) > 20 THEN [true] END AS isWhole
    MATCH (person:User {tenantId: $tenantId})
    WHERE person.email IS NOT NULL
    RETURN person
    UNION
    WITH * WHERE size(tops) <= 20
    UNWIND tops AS top
    MATCH
      (top) (
        (lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper)
        WHERE
          // @include line_in_view
      ) {0,} (person:User)
    RETURN person
    UNION
    WITH * WHERE size(tops) <= 20
    UNWIND tops AS top
    MATCH
      (top) (
        (upper)<-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]-(lower)
        WHERE
          // @include line_in_view
      ) {1,} (person:User)
    RETURN person
  }
  WITH person AS lower, view
  OPTIONAL MATCH (lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper:User)
  WHERE
    // @include line_in_view
  RETURN
    null AS head, null AS isInFuture, null AS id, null AS name, null AS jobTitle, null AS team, null AS department,
    collect([lower.id, upper.id, lower.active]) AS lines, collect(lower.name) AS names
}
RETURN head AS standing, isInFuture, id, name, jobTitle, team, department, lines, names
