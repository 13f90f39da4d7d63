// Takes the write lock of a person: a move of theirs that is being committed, during which they may be found without a manager, has ended
// when this returns.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
SET person.id = $userId
RETURN person.id AS id
