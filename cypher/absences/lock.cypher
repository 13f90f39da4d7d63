// As absences/read. Takes the write lock of the user until the transaction ends, for callers who are the user or above,
// or have one of $permittedRoles; others take no lock (see organisation/lock_tenant).
// @param userId: id
// @param permittedRoles: list of roles
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (person)-[:REPORTS_TO*0..]->(caller)
WITH caller {.roles, levelsAbove: length(line)} AS standing, person
CALL (standing, person) {
  WITH * WHERE standing.levelsAbove IS NOT NULL OR any(role IN standing.roles WHERE role IN $permittedRoles)
  SET person.id = $userId
}
RETURN
  standing,
  absence_facts(person) AS person
