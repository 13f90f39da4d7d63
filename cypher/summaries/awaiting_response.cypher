// Returns the number of summaries of the last 53 weeks that wait for a response of the caller, of at most 500 direct reports, and the
// first 20 by name of those who wrote them.
// @ahead worker
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
CALL (caller) {
  MATCH (caller)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId})
  WITH person
  LIMIT 500
  WITH person, COUNT {
    MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
    WHERE summary.weekStart > date($weekStart) - duration({weeks: 53}) AND NOT EXISTS { (summary)<-[:ANSWERS]-(:Response) }
  } AS summaries
  WHERE summaries > 0
  WITH person, summaries
  ORDER BY person.sortName, person.id
  RETURN sum(summaries) AS awaiting, collect(person {.id, .name})[0..20] AS writers
}
RETURN caller {.roles} AS standing, awaiting, writers
