// Returns a user with their reports: active ones by address, deactivated ones counted; and the weeks in which they wrote.
// Takes the tenant's write lock before reading: nobody can become a report of theirs until the transaction ends. Then it locks the
// user: a write of theirs that holds this lock, such as answers, commits before anything is looked for; one that comes later is refused.
// @param userId: id
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
MATCH (person:User {tenantId: $tenantId, id: $userId})
SET person.id = $userId
WITH person
RETURN
  person {.email, .name} AS person,
  EXISTS { (person)-[:REPORTS_TO]->(:User {tenantId: $tenantId}) } AS hasManager,
  COLLECT {
    MATCH (person)<-[:REPORTS_TO]-(report:User {active: true})
    RETURN report.email ORDER BY report.email
  } AS activeReports,
  COUNT { (person)<-[:REPORTS_TO]-(:User {active: false}) } AS inactiveReports,
  COLLECT { MATCH (person)-[:WROTE]->(summary:Summary) RETURN toString(summary.weekStart) } AS writtenWeeks
