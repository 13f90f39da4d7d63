// Returns the period of a nomination of the caller, with the tenant's settings about nominations. `period` is null when
// it does not exist or is somebody else's.
// @param nominationId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (nomination:Nomination {tenantId: $tenantId, id: $nominationId, nominatorId: $callerId})
RETURN
  caller {.roles} AS standing,
  tenant {.timezone, .nominationDays} AS tenant,
  nomination.period AS period
