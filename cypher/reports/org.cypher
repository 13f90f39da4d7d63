// Lists the people in sight with their level below the top (0: no manager), number of direct reports and of people
// below, ordered by level and name. Skips deactivated users: their reports count under the next active manager.
// $asOperator means the whole tenant. List: the first row is the heading. Parameters for Neo4j Browser:
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
    standing AS head,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS department,
    null AS managerId, null AS manager, null AS depth, null AS directReports, null AS below
  UNION ALL
  // @include people_in_sight
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH
    person, team,
    COLLECT {
      MATCH
        (person)
        // @include nearest_active_manager
      RETURN manager
      LIMIT 1
    }[0] AS manager,
    COUNT {
      MATCH (person)-[:REPORTS_TO*1..]->(above:User {tenantId: $tenantId, active: true})
      RETURN DISTINCT above
    } AS depth,
    COUNT { (person)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) } AS directReports,
    COUNT {
      MATCH (person)<-[:REPORTS_TO*1..]-(below:User {tenantId: $tenantId, active: true})
      RETURN DISTINCT below
    } AS below
  ORDER BY depth, person.name, person.id
  RETURN
    null AS head,
    person.id AS id, person.name AS name, person.jobTitle AS jobTitle, team.name AS team,
    team.department AS department, manager.id AS managerId, manager.name AS manager, depth, directReports, below
}
RETURN head AS standing, id, name, jobTitle, team, department, managerId, manager, depth, directReports, below
