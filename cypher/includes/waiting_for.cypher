// Pattern and condition: `waiting` waits for the manager, because one of the references is one of the manager's `names` ({id,
// email, userName, employeeNumber, externalId}). Numbers and external ids that differ in case belong to different people.
// Expects `name`: one of the names, in lower case.
(waiting:User {tenantId: $tenantId, pendingManager: name})
WHERE name IN [names.id, names.email, names.userName]
  OR coalesce(waiting.pendingManagerText, name) IN [names.employeeNumber, names.externalId]
