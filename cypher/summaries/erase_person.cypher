// Deletes what a user wrote: summaries with what goes with them, such as responses, responses to others, and drafts. Summaries are deleted
// without DETACH: a response created in the meantime makes the whole transaction fail. Returns counts, and the ids of the summaries.
// @param userId: id
MATCH (person:User {tenantId: $tenantId, id: $userId})
WITH
  COLLECT { MATCH (person)-[:WROTE]->(summary:Summary) RETURN summary } AS summaries,
  COLLECT { MATCH (person)-[wrote:WROTE]->() RETURN wrote } AS writings,
  COLLECT {
    MATCH (person)-[:WROTE]->(summary:Summary)
    UNWIND parts_of_summary(summary) AS one
    RETURN one
  } AS parts,
  COLLECT { MATCH (person)-[:GAVE]->(response:Response) RETURN response } AS responses,
  COLLECT { MATCH (person)-[:DRAFTED]->(draft:SummaryDraft) RETURN draft } AS drafts
WITH
  summaries, writings, parts, responses, drafts,
  {summaries: size(summaries), drafts: size(drafts), responses: size([one IN parts WHERE one:Response]) + size(responses)} AS counts,
  [summary IN summaries | summary.id] AS subjectIds
FOREACH (thing IN parts + responses + drafts | DETACH DELETE thing)
FOREACH (wrote IN writings | DELETE wrote)
FOREACH (summary IN summaries | DELETE summary)
RETURN counts, subjectIds
