// Takes the tenant's write lock until the transaction ends (see org/lock_tenant), and returns what decides a change of a person: the
// person, the manager they shall have, whether that would be a cycle, how many active people report to them, whether somebody else is an
// admin, and the ids of those who have the e-mail address, user name or external id they shall have. Parameters may be null. Only callers with one of
// $permittedRoles take the lock (`locked`), and everyone if it is null: others must not make the tenant's admins wait.
OPTIONAL MATCH (asking:User {tenantId: $tenantId, id: $callerId, active: true})
WITH asking {.roles} AS asked
CALL (asked) {
  WITH * WHERE $permittedRoles IS NULL OR any(role IN asked.roles WHERE role IN $permittedRoles)
  MATCH (tenant:Tenant {id: $tenantId})
  SET tenant.id = $tenantId
  RETURN count(tenant) > 0 AS locked
}
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (manager:User {tenantId: $tenantId, id: $managerId})
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
WITH
  asked, locked, caller, person, manager,
  head(collect(team)) AS team,
  coalesce($userName, CASE WHEN person.userName IS NULL THEN $email END) AS signInName
CALL (person) {
  WITH * WHERE 'admin' IN person.roles
  CALL db.index.fulltext.queryNodes('user_by_role', '+tenantId:"' + $tenantId + '" +roles:admin') YIELD node
  WITH node AS other WHERE other.active AND other.id <> $userId AND 'admin' IN other.roles
  RETURN count(*) > 0 AS hasOtherAdmin
}
RETURN
  CASE WHEN locked THEN caller {.roles} ELSE asked END AS standing,
  locked,
  // @include person_record
  AS person,
  manager {.id, .active, .removed} AS manager,
  EXISTS { (manager)-[:REPORTS_TO*0..]->(above) WHERE above.id = $userId } AS cycle,
  COUNT { (person)<-[:REPORTS_TO]-(:User {active: true}) } AS activeReports,
  hasOtherAdmin,
  COLLECT { MATCH (other:User {tenantId: $tenantId, email: $email}) RETURN other.id }[0] AS emailOwnerId,
  COLLECT {
    MATCH (other:User {tenantId: $tenantId, userName: signInName}) RETURN other.id
    UNION
    MATCH (other:User {tenantId: $tenantId, email: signInName}) WHERE other.userName IS NULL RETURN other.id
  }[0] AS userNameOwnerId,
  COLLECT { MATCH (other:User {tenantId: $tenantId, externalId: $externalId}) RETURN other.id }[0] AS externalIdOwnerId,
  [(person)-[:IN_GROUP]->(group:ScimGroup) | group.displayName] AS groups,
  COLLECT { MATCH (own:Tenant {id: $tenantId}) RETURN own {.groupRoles, .groupTeams} }[0] AS settings
