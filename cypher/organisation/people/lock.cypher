// Takes the tenant's write lock until the transaction ends, unless $permittedRoles are not the caller's (`locked`), and
// returns what decides a change of a person: the person, the manager whom $manager names, or whom they wait for,
// whether that would be a cycle, how many active people report to them, whether anybody does (`hasReports`), whether
// somebody else is an admin, whether the person `isSelf` (the caller), whether the caller is an admin (`isByAdmin`), and who has the e-mail address, user name, employee number or external id they are to
// have, or is named as coming back. Parameters may be null.
// @param userId: id or null
// @param manager: text or null
// @param userName: text or null
// @param email: text or null
// @param employeeNumber: text or null
// @param externalId: text or null
// @param returns: text or null
// @include lock_if_permitted
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
WITH
  standing, locked, person,
  head(collect(team)) AS team,
  coalesce($manager, person.pendingManagerText, person.pendingManager) AS reference,
  coalesce($userName, CASE WHEN person.userName IS NULL THEN $email END) AS signInName
CALL (reference) {
  RETURN COLLECT {
    CALL (reference) {
      MATCH (one:User {tenantId: $tenantId, id: toLower(reference)}) RETURN one, 0 AS place
      UNION
      MATCH (one:User {tenantId: $tenantId, employeeNumber: reference}) RETURN one, 1 AS place
      UNION
      MATCH (one:User {tenantId: $tenantId, externalId: reference}) RETURN one, 2 AS place
      UNION
      MATCH (one:User {tenantId: $tenantId, userName: toLower(reference)}) RETURN one, 3 AS place
      UNION
      MATCH (one:User {tenantId: $tenantId, email: toLower(reference)}) WHERE one.active RETURN one, 4 AS place
    }
    // A name that somebody active has as well is theirs: an address may also be the number or external id of who had it
    // before.
    RETURN one ORDER BY place = 0 DESC, one.active DESC, place LIMIT 1
  }[0] AS manager
}
CALL (person) {
  WITH * WHERE 'admin' IN person.roles
  CALL db.index.fulltext.queryNodes('user_by_role', '+tenantId:"' + $tenantId + '" +roles:admin') YIELD node
  WITH node AS other WHERE other.active AND other.id <> $userId AND 'admin' IN other.roles
  RETURN count(*) > 0 AS hasOtherAdmin
}
RETURN
  standing,
  locked,
  coalesce(person.id = $callerId, false) AS isSelf,
  // @include person_record
  AS person,
  manager {.id, .active, .removed} AS manager,
  EXISTS { (manager)-[:REPORTS_TO*0..]->(above) WHERE above.id = $userId } AS cycle,
  COUNT { (person)<-[:REPORTS_TO]-(:User {active: true}) } AS activeReports,
  EXISTS { (person)<-[:REPORTS_TO]-(:User) } AS hasReports,
  // @include is_by_admin
  AS isByAdmin,
  hasOtherAdmin,
  {
    email: COLLECT {
      MATCH (other:User {tenantId: $tenantId, email: $email}) RETURN other {.id, .active, .employeeNumber, .externalId, .hasNewKeys}
    }[0],
    userName: COLLECT {
      MATCH (other:User {tenantId: $tenantId, userName: signInName})
      RETURN other {.id, .active, .employeeNumber, .externalId, .hasNewKeys}
      UNION
      MATCH (other:User {tenantId: $tenantId, email: signInName})
      WHERE other.userName IS NULL
      RETURN other {.id, .active, .employeeNumber, .externalId, .hasNewKeys}
    }[0],
    employeeNumber: COLLECT {
      MATCH (other:User {tenantId: $tenantId, employeeNumber: $employeeNumber})
      RETURN other {.id, .active, .employeeNumber, .externalId, .hasNewKeys}
    }[0],
    externalId: COLLECT {
      MATCH (other:User {tenantId: $tenantId, externalId: $externalId})
      RETURN other {.id, .active, .employeeNumber, .externalId, .hasNewKeys}
    }[0],
    returns: COLLECT {
      MATCH (other:User {tenantId: $tenantId, id: $returns}) RETURN other {.id, .active, .employeeNumber, .externalId, .hasNewKeys}
    }[0]
  } AS owners,
  [(person)-[:IN_GROUP]->(group:ScimGroup) | group.id] AS groups,
  coalesce(COLLECT { MATCH (own:Tenant {id: $tenantId}) RETURN own {.groupRoles, .groupTeams, .roleApproval} }[0], {}) AS settings
