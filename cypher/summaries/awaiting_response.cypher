// Returns the number of summaries of the last 53 weeks that wait for a response by the caller, and the first 20 of their authors
// by name. It looks at at most 500 people: the direct reports of the caller, and the direct reports of managers for whom the
// caller answers as a deputy.
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
      is_open(summary)
  } AS summaries
  WHERE summaries > 0
  WITH person, summaries
  ORDER BY person.sortName, person.id
  RETURN sum(summaries) AS awaiting, collect(person {.id, .name})[0..20] AS writers
}
RETURN caller {.roles} AS standing, awaiting, writers
