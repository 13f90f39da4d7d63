// Returns the absences and excused weeks of a user, with the caller's standing towards them. `person` is null when the
// user does not exist in the tenant.
// @param userId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
RETURN
  // @include standing
  AS standing,
  absence_facts(owner) AS person
