// Returns to whom a subject of an identity provider is bound: `userId` is null if it is to nobody. `active` is false if they have left.
// @ahead api
OPTIONAL MATCH (identity:Identity {tenantId: $tenantId, issuer: $issuer, subject: $subject})
OPTIONAL MATCH (person:User {tenantId: $tenantId, id: identity.holderId})
RETURN person.id AS userId, person.active AS active
