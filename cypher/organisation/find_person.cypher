// Returns a user by e-mail address, also when deactivated.
// @param email: text
MATCH (person:User {tenantId: $tenantId, email: $email})
RETURN person.id AS id, person.name AS name, person.active AS active
