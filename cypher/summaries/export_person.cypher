// Returns what a user wrote: summaries, drafts and responses; and the responses to them, by whom. Of responses that a deputy
// gave on their behalf there is no content.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
RETURN
  COLLECT { MATCH (person)-[:WROTE]->(summary) RETURN properties(summary) ORDER BY summary.weekStart } AS summaries,
  COLLECT { MATCH (person)-[:DRAFTED]->(draft) RETURN properties(draft) ORDER BY draft.weekStart } AS drafts,
  COLLECT {
    MATCH (person)-[:WROTE]->(summary)<-[:ANSWERS]-(response)
    OPTIONAL MATCH (response)<-[:GAVE]-(author)
    OPTIONAL MATCH (response)-[:ON_BEHALF_OF]->(represented)
    RETURN response {.*, author: author {.id, .name}, onBehalfOf: represented {.id, .name}}
    ORDER BY response.createdAt
  } AS responsesReceived,
  COLLECT {
    MATCH (person)-[:GAVE]->(response)
    OPTIONAL MATCH (response)-[:ANSWERS]->(summary)<-[:WROTE]-(owner)
    OPTIONAL MATCH (response)-[:ON_BEHALF_OF]->(represented)
    RETURN response {.*, weekStart: summary.weekStart, to: owner {.id, .name}, onBehalfOf: represented {.id, .name}}
    ORDER BY response.createdAt
  } AS responsesGiven,
  COLLECT {
    MATCH (person)<-[:ON_BEHALF_OF]-(response)<-[:GAVE]-(author)
    RETURN response {.id, .createdAt, author: author {.id, .name}}
    ORDER BY response.createdAt
  } AS responsesOnBehalf
