// Lists the active direct reports of a user by name. List: the first row is the heading with the caller's standing and
// `userFound`.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (user:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (user)-[:REPORTS_TO*0..]->(caller)
WITH user, caller {.roles, levelsAbove: length(line)} AS standing
CALL (user, standing) {
  RETURN
    standing AS head, user IS NOT NULL AS userFound,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS photoUrl
  UNION ALL
  MATCH (user)<-[:REPORTS_TO]-(report:User {active: true})
  OPTIONAL MATCH (report)-[:MEMBER_OF]->(team:Team)
  WITH report, team
  ORDER BY report.name, report.id
  RETURN
    null AS head, null AS userFound,
    report.id AS id, report.name AS name, report.jobTitle AS jobTitle, team.name AS team, report.photoUrl AS photoUrl
}
RETURN head AS standing, userFound, id, name, jobTitle, team, photoUrl
