// Lists the people in sight by name. List: the first row is the heading. Rows with `line` follow: everyone on whom the
// places of these people in the chart depend, also who has left, as [id, id of the manager or null, active], with their
// names. For a partner these are the people of the whole tenant. The last row has `isEnd`. src/features/reports/org.ts computes the places.
// $asOperator means the whole tenant. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], now: '2026-11-20T10:00:00Z'} // @today
// @param asOperator: boolean
// @param rolesWithTenantScope: list of roles
// @param now: instant
// @view // :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team'], view: {asOf: '2026-06-30', planId: null}, now: '2026-11-20T10:00:00Z'}
// @view // Who is in sight and who is active is decided by today's data; people who were created later are left out. The
// @view // lines are the lines of everyone above and below the people in sight. If these stood in many places, they are the
// @view // lines of the whole tenant, so that nobody is visited many times.
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
WITH
  reader,
  reader {
    .roles,
    isManager:
      // @include is_manager
      ,
    isPartner: is_partner(reader)
  } AS standing
WITH reader, CASE WHEN $asOperator THEN {roles: $rolesWithTenantScope, isManager: true} ELSE standing END AS standing
CALL (reader, standing) {
  RETURN
    standing AS head,
    false AS isInFuture, // @today
    // @view view.asOf > datetime($now) AS isInFuture,
    null AS id, null AS name, null AS email, null AS jobTitle, null AS team, null AS department, null AS line, null AS isEnd
  UNION ALL
  // @include people_in_sight
  // @view WITH person, view WHERE there_in_view(person)
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, team
  ORDER BY person.sortName, person.id
  RETURN
    null AS head, null AS isInFuture, person.id AS id, person.name AS name, person.email AS email,
    person.jobTitle AS jobTitle, team.name AS team, team.department AS department, null AS line, null AS isEnd
  UNION ALL
  WITH reader, standing, any(role IN standing.roles WHERE role IN $rolesWithTenantScope) OR coalesce(standing.isPartner, false) AS isWhole
  OPTIONAL MATCH // @today
    // @include heads // @today
    AND all(term IN terms WHERE 'read' IN term.rights) // @today
  WITH DISTINCT CASE WHEN NOT isWhole THEN head END AS top, isWhole // @today
  // @view CALL (reader, standing, isWhole) {
  // @view   WITH * WHERE NOT isWhole
  // @view   // @include people_in_sight
  // @view   WITH reader, collect(person) AS people
  // @view   WITH people + reader AS seen
  // @view   UNWIND seen AS one
  // @view   WITH one, seen
  // @view   WHERE NOT EXISTS { MATCH (one)-[:LINE]->(upper) WITH upper WHERE upper IN seen RETURN upper }
  // @view   RETURN collect(one) AS tops
  // @view }
  // @view WITH tops, isWhole OR size(tops) > 20 AS isWhole
  // @view UNWIND CASE WHEN isWhole THEN [null] ELSE tops END AS top
  CALL (top, isWhole) {
    UNWIND CASE WHEN isWhole THEN [true] END AS whole
    MATCH (person:User {tenantId: $tenantId})
    WHERE person.email IS NOT NULL
    RETURN person
    UNION
    WITH * WHERE NOT isWhole
    MATCH (top)-[:LINE*0..]->(person:User)
    RETURN person
    UNION
    WITH * WHERE NOT isWhole
    MATCH (top)<-[:LINE*1..]-(person:User)
    RETURN DISTINCT person
  }
  WITH DISTINCT person
  OPTIONAL MATCH (person)-[:LINE]->(manager:User)
  RETURN
    null AS head, null AS isInFuture, null AS id, person.name AS name, null AS email, null AS jobTitle, null AS team,
    null AS department, [person.id, manager.id, person.active] AS line, null AS isEnd
  UNION ALL
  RETURN
    null AS head, null AS isInFuture, null AS id, null AS name, null AS email, null AS jobTitle, null AS team,
    null AS department, null AS line, true AS isEnd
}
RETURN head AS standing, isInFuture, id, name, email, jobTitle, team, department, line AS `line{id, managerId, active}`, isEnd
