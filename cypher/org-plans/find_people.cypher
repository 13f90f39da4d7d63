// Returns the users of $userIds and $emails, each as [id, e-mail address, manager's id or null, active], deactivated ones included,
// with the caller's standing and the time zone of the tenant.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone} AS tenant,
  COLLECT {
    UNWIND $userIds AS userId
    MATCH (person:User {tenantId: $tenantId, id: userId})
    RETURN [
      person.id, person.email, [(person)-[:REPORTS_TO]->(manager:User {tenantId: $tenantId}) | manager.id][0], person.active
    ]
  } + COLLECT {
    UNWIND $emails AS email
    MATCH (person:User {tenantId: $tenantId, email: email})
    RETURN [
      person.id, person.email, [(person)-[:REPORTS_TO]->(manager:User {tenantId: $tenantId}) | manager.id][0], person.active
    ]
  } AS people
