// Lists the people in sight by name. List: the first row is the heading. The last row has `lines`: everyone on whom the places
// of these people in the chart depend, also who has left, as [id, id of the manager or null, active], and their `names`;
// src/reports/org.ts computes the places. $asOperator means the whole tenant. Parameters for Neo4j Browser:
// :params {tenantId: '…', callerId: '', asOperator: true, rolesWithTenantScope: ['people_team']}
OPTIONAL MATCH (reader:User {tenantId: $tenantId, id: $callerId, active: true})
WITH
  reader,
  reader {
    .roles,
    isManager:
      // @include is_manager
  } AS standing
WITH reader, CASE WHEN $asOperator THEN {roles: $rolesWithTenantScope, isManager: true} ELSE standing END AS standing
CALL (reader, standing) {
  RETURN
    standing AS head, null AS id, null AS name, null AS jobTitle, null AS team, null AS department, null AS lines, null AS names
  UNION ALL
  // @include people_in_sight
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, team
  ORDER BY person.name, person.id
  RETURN
    null AS head, person.id AS id, person.name AS name, person.jobTitle AS jobTitle, team.name AS team,
    team.department AS department, null AS lines, null AS names
  UNION ALL
  CALL (reader, standing) {
    UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $rolesWithTenantScope) THEN [true] END AS hasTenantScope
    MATCH (person:User {tenantId: $tenantId})
    WHERE person.email IS NOT NULL
    RETURN person
    UNION
    WITH * WHERE NOT any(role IN standing.roles WHERE role IN $rolesWithTenantScope)
    MATCH (reader)-[:REPORTS_TO*0..]->(person:User)
    RETURN person
    UNION
    WITH * WHERE NOT any(role IN standing.roles WHERE role IN $rolesWithTenantScope)
    MATCH (reader)<-[:REPORTS_TO*1..]-(person:User)
    RETURN DISTINCT person
  }
  OPTIONAL MATCH (person)-[:REPORTS_TO]->(manager:User)
  RETURN
    null AS head, null AS id, null AS name, null AS jobTitle, null AS team, null AS department,
    collect([person.id, manager.id, person.active]) AS lines, collect(person.name) AS names
}
RETURN head AS standing, id, name, jobTitle, team, department, lines, names
