// Whom an address stands for, and who reports to them: those who are active by their addresses, those who have left
// counted. The tenant's write lock is taken before anything is read, so that nobody is put under them meanwhile.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
MATCH (person:User {tenantId: $tenantId, email: $email})
RETURN
  person {.id, .email, .name} AS person,
  EXISTS { (person)-[:REPORTS_TO]->(:User {tenantId: $tenantId}) } AS hasManager,
  COLLECT {
    MATCH (person)<-[:REPORTS_TO]-(report:User {active: true})
    RETURN report.email ORDER BY report.email
  } AS reports,
  COUNT { (person)<-[:REPORTS_TO]-(:User {active: false}) } AS reportsWhoLeft
