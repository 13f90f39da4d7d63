// Lists the active direct reports of a user by name. List: the first row is the heading with the caller's standing and
// `userFound`. At most $listLimit people; `isPartial` says that there may be more.
// @ahead api
// @param userId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
WITH
  owner,
  // @include standing
  AS standing
CALL (owner, standing) {
  UNWIND CASE WHEN could_see(standing) THEN [owner] ELSE [] END AS head
  MATCH (head)<-[:REPORTS_TO]-(report:User {active: true})
  WITH report
  LIMIT toInteger($listLimit)
  RETURN collect(report) AS reports
}
CALL (owner, standing, reports) {
  RETURN
    standing AS head, owner IS NOT NULL AS userFound, size(reports) = $listLimit AS isPartial,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS photoUrl
  UNION ALL
  UNWIND reports AS report
  OPTIONAL MATCH (report)-[:MEMBER_OF]->(team:Team)
  WITH report, team
  ORDER BY report.sortName, report.id
  RETURN
    null AS head, null AS userFound, null AS isPartial,
    report.id AS id, report.name AS name, report.jobTitle AS jobTitle, team.name AS team, report.photoUrl AS photoUrl
}
RETURN head AS standing, userFound, isPartial, id, name, jobTitle, team, photoUrl
