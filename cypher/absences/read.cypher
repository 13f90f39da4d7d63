// Returns the absences and excused weeks of a user, with the caller's standing towards them. `person` is null when the
// user does not exist in the tenant.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (person)-[:REPORTS_TO*0..]->(caller)
RETURN
  caller {.roles, levelsAbove: length(line)} AS standing,
  absence_facts(person) AS person
