// Returns the number of summaries of the last 53 weeks that wait for a response of the caller, of at most 500 direct
// reports of theirs and of managers whose deputy for answering they are, and the first 20 by name of those who wrote
// them.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
CALL (caller) {
  WITH caller AS reader
  MATCH
    // @include heads
    AND all(term IN terms WHERE 'answer' IN term.rights)
  MATCH (head)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId})
  WHERE person <> reader
  WITH DISTINCT person
  LIMIT 500
  WITH person, COUNT {
    MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
    WHERE
      // @include is_open
  } AS summaries
  WHERE summaries > 0
  WITH person, summaries
  ORDER BY person.sortName, person.id
  RETURN sum(summaries) AS awaiting, collect(person {.id, .name})[0..20] AS writers
}
RETURN caller {.roles} AS standing, awaiting, writers
