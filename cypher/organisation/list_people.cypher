// Returns a page of all users by e-mail address, deactivated ones included, with every team and manager; $after is the
// last address of the previous page.
// @rows
// @param after: text
// @param limit: whole number
MATCH (person:User {tenantId: $tenantId})
WHERE person.email > $after
// @view   AND there_in_view(person)
WITH person
ORDER BY person.tenantId, person.email
LIMIT toInteger($limit)
RETURN
  person.id AS id, person.email AS email, person.name AS name, coalesce(person.jobTitle, '') AS jobTitle,
  coalesce(person.roles, []) AS roles, coalesce(toString(person.startDate), '') AS startDate,
  coalesce(person.active, false) AS active,
  person {
    .timezone, .employeeNumber, .externalId, .preferredLanguage, .region, .workingDays, .checkInsExpected, .userName,
    pendingManager: coalesce(person.pendingManagerText, person.pendingManager)
  } AS keys,
  [(person)-[:MEMBER_OF]->(team:Team {tenantId: $tenantId}) | [team.name, team.department]] AS teams,
  [(person)-[:LINE]->(manager:User {tenantId: $tenantId}) | manager.email] AS managerEmails
