// Returns the nominations that a user made, and those that name them; other members of a team are left out of the latter.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN
  COLLECT {
    MATCH (person)-[:MADE]->(nomination)
    RETURN nomination {.*, nominees: COLLECT { MATCH (nomination)-[:NAMES]->(nominee) RETURN nominee {.id, .name} }}
    ORDER BY nomination.createdAt
  } AS nominationsMade,
  COLLECT {
    MATCH (person)<-[:NAMES]-(nomination)
    OPTIONAL MATCH (nomination)<-[:MADE]-(author)
    RETURN nomination {.*, author: author {.id, .name}}
    ORDER BY nomination.createdAt
  } AS nominationsReceived
