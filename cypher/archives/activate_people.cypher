// Gives access to the people who had it before their tenant was exported.
MATCH (person:User {tenantId: $tenantId})
WHERE person.email IS NOT NULL AND person.isActiveAfterImport
SET person.active = true
REMOVE person.isActiveAfterImport
