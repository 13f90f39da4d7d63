// Deletes the nominations that a user made, and nominations that name only this user. A nomination of a team stays if it names
// others too. Returns how many were deleted.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH
  COLLECT { MATCH (person)-[:MADE]->(nomination:Nomination) RETURN nomination } AS made,
  COLLECT {
    MATCH (person)<-[:NAMES]-(nomination:Nomination)
    WHERE NOT EXISTS { MATCH (nomination)-[:NAMES]->(other) WHERE other <> person }
      AND NOT EXISTS { (person)-[:MADE]->(nomination) }
    RETURN nomination
  } AS naming,
  COLLECT {
    MATCH (person)<-[named:NAMES]-(nomination)
    WHERE EXISTS { MATCH (nomination)-[:NAMES]->(other) WHERE other <> person }
    RETURN named
  } AS named
WITH made, naming, named, {nominations: size(made) + size(naming)} AS counts
FOREACH (name IN named | DELETE name)
FOREACH (nomination IN made + naming | DETACH DELETE nomination)
RETURN counts
