// Someone by their address, also when they have left.
MATCH (person:User {tenantId: $tenantId, email: $email})
RETURN person.id AS id, person.name AS name, person.active AS active
