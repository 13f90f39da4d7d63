// Returns a user by e-mail address, also when deactivated, with everyone above, nearest first, and their direct reports
// by name.
// @param email: text
MATCH (person:User {tenantId: $tenantId, email: $email})
OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team {tenantId: $tenantId})
WITH person, head(collect(team)) AS team
RETURN
  person.id AS id, person.email AS email, person.name AS name, person.jobTitle AS jobTitle,
  coalesce(person.active, false) AS active, team.name AS team, team.department AS department,
  coalesce(person.roles, []) AS roles,
  COLLECT {
    MATCH line = (person)-[:REPORTS_TO*1..]->(above:User {tenantId: $tenantId})
    WHERE above <> person
    WITH above, min(length(line)) AS depth
    ORDER BY depth, above.email
    RETURN above {.email, .name, .jobTitle, .active}
  } AS managers,
  COLLECT {
    MATCH (person)<-[:REPORTS_TO]-(report:User {tenantId: $tenantId})
    WITH report
    ORDER BY report.sortName, report.email
    RETURN report {.email, .name, .jobTitle, .active}
  } AS reports
