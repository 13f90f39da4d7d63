// Returns the users of $emails and everyone above them, each once, with the addresses of their managers. Includes
// deactivated users.
UNWIND $emails AS email
MATCH (person:User {tenantId: $tenantId, email: email})
MATCH (person)-[:REPORTS_TO*0..]->(above:User {tenantId: $tenantId})
WITH DISTINCT above
RETURN
  above.id AS id, above.email AS email, above.active AS active,
  [(above)-[:REPORTS_TO]->(manager:User {tenantId: $tenantId}) | manager.email] AS managerEmails
