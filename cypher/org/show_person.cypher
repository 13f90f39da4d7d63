// Returns a user by e-mail address, also when deactivated, with everyone above (no order) and their direct reports by
// name.
MATCH (person:User {tenantId: $tenantId, email: $email})
RETURN
  person.id AS id, person.email AS email, person.name AS name, person.jobTitle AS jobTitle,
  person.roles AS roles, person.active AS active,
  [(person)-[:MEMBER_OF]->(team:Team {tenantId: $tenantId}) | team {.name, .department}] AS teams,
  [(person)-[:REPORTS_TO]->(manager:User {tenantId: $tenantId}) | manager.email] AS managerEmails,
  COLLECT {
    MATCH (person)-[:REPORTS_TO*1..]->(above:User {tenantId: $tenantId})
    WITH DISTINCT above
    RETURN above {
      .email, .name, .jobTitle, .active,
      managerEmails: [(above)-[:REPORTS_TO]->(manager:User {tenantId: $tenantId}) | manager.email]
    }
  } AS above,
  COLLECT {
    MATCH (person)<-[:REPORTS_TO]-(report:User {tenantId: $tenantId})
    WITH report
    ORDER BY report.sortName, report.email
    RETURN report {.email, .name, .jobTitle, .active}
  } AS reports
