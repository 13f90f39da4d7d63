// Gives people the key that lists are ordered by, unless they have one meanwhile.
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.id})
SET person.sortName = coalesce(person.sortName, row.sortName)
