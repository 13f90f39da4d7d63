// Pattern and condition: `waiting` waits for the manager whose `names` ({id, email, userName, employeeNumber,
// externalId}) one of the references is. Numbers and external ids that differ in case are those of different people.
// Expects `name`: one of them, in lower case.
(waiting:User {tenantId: $tenantId, pendingManager: name})
WHERE name IN [names.id, names.email, names.userName]
  OR coalesce(waiting.pendingManagerText, name) IN [names.employeeNumber, names.externalId]
