// Returns at most a thousand people without the key that lists are ordered by, as a process of a release before V022
// writes them.
MATCH (person:User {tenantId: $tenantId})
WHERE person.email IS NOT NULL AND person.sortName IS NULL
RETURN person.id AS id, person.name AS name
LIMIT 1000
