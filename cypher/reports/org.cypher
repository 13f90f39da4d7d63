// Everyone in sight with how deep they stand (0: nobody above), how many report to them and how many stand below, the
// nearest to the top first. Who has left is passed over: their people stand under the next one up.
// Without a personId the whole tenant, for an operator. In Neo4j Browser, first:
// :params {tenantId: '…', personId: null, seeAll: ['people_team']}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $personId, active: true})
WITH
  caller,
  caller {
    .roles,
    isManager: EXISTS { (caller)<-[:REPORTS_TO]-(:User {tenantId: $tenantId, active: true}) }
      OR ('senior_manager' IN caller.roles AND EXISTS {
        MATCH (caller)<-[:REPORTS_TO*1..]-(below:User {tenantId: $tenantId, active: true})
        RETURN DISTINCT below
      })
  } AS standing,
  $personId IS NULL AS operator
WITH caller, CASE WHEN operator THEN {roles: $seeAll, isManager: true} ELSE standing END AS standing
CALL (caller, standing) {
  RETURN
    standing AS head,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS department,
    null AS managerId, null AS manager, null AS depth, null AS directReports, null AS below
  UNION ALL
  CALL (caller, standing) {
    MATCH (caller)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId, active: true})
    RETURN person
    UNION
    WITH * WHERE 'senior_manager' IN standing.roles
    MATCH (caller)<-[:REPORTS_TO*1..]-(person:User {tenantId: $tenantId, active: true})
    RETURN DISTINCT person
    UNION
    // UNWIND, since the planner moves a WHERE behind the MATCH, which then reads everyone.
    UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $seeAll) THEN [true] END AS seesAll
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
    RETURN person
  }
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH
    person, team,
    COLLECT {
      MATCH
        (person)
        (()-[:REPORTS_TO]->(:User {tenantId: $tenantId, active: false})) {0,}
        ()-[:REPORTS_TO]->(manager:User {tenantId: $tenantId, active: true})
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
RETURN head, id, name, jobTitle, team, department, managerId, manager, depth, directReports, below
