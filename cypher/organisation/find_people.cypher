// Returns the users of $userIds and $emails and everyone above them, deactivated ones included, with the caller's standing
// and the time zone of the tenant.
// @param userIds: list of ids
// @param emails: list of texts
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone} AS tenant,
  COLLECT {
    CALL () {
      UNWIND $userIds AS userId
      MATCH (person:User {tenantId: $tenantId, id: userId})
      RETURN person
      UNION
      UNWIND $emails AS email
      MATCH (person:User {tenantId: $tenantId, email: email})
      RETURN person
    }
    MATCH (person)-[:REPORTS_TO*0..]->(above:User)
    WITH DISTINCT above
    RETURN [above.id, above.email, [(above)-[:REPORTS_TO]->(manager:User) | manager.id][0], above.active]
  } AS `people[id, email, managerId, active]`
