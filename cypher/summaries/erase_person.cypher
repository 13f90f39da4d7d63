// Deletes what a user wrote: summaries with their responses, responses to others, and drafts. Summaries are deleted without
// DETACH: a response created in the meantime makes the whole transaction fail. Returns counts, and the ids of the summaries.
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH
  COLLECT { MATCH (person)-[:WROTE]->(summary) RETURN summary } AS summaries,
  COLLECT { MATCH (person)-[wrote:WROTE]->() RETURN wrote } AS writings,
  COLLECT { MATCH (person)-[:WROTE]->()<-[:ANSWERS]-(response) RETURN response } AS answers,
  COLLECT { MATCH (person)-[:GAVE]->(response) RETURN response } AS responses,
  COLLECT { MATCH (person)-[:DRAFTED]->(draft) RETURN draft } AS drafts
WITH
  summaries, writings, answers, responses, drafts,
  {summaries: size(summaries), drafts: size(drafts), responses: size(answers) + size(responses)} AS counts,
  [summary IN summaries | summary.id] AS subjectIds
FOREACH (thing IN answers + responses + drafts | DETACH DELETE thing)
FOREACH (wrote IN writings | DELETE wrote)
FOREACH (summary IN summaries | DELETE summary)
RETURN counts, subjectIds
