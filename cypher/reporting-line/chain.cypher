// Lists the active users below a user at any level, nearest first, then by name. People under a deactivated user are
// included. List: the first row is the heading with the caller's standing and `userFound`. At most $listLimit people;
// `isPartial` says that there may be more. A person who is being moved may be found on two paths; the shorter one
// counts.
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
  MATCH (head)<-[line:REPORTS_TO*1..]-(report:User)
  WITH report, size(line) AS depth
  LIMIT toInteger($listLimit)
  RETURN collect([report, depth]) AS below
}
CALL (owner, standing, below) {
  RETURN
    standing AS head, owner IS NOT NULL AS userFound, size(below) = $listLimit AS isPartial,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS photoUrl
  UNION ALL
  UNWIND below AS entry
  WITH entry[0] AS report, min(entry[1]) AS depth
  WHERE report.active
  OPTIONAL MATCH (report)-[:MEMBER_OF]->(team:Team)
  WITH report, depth, team
  ORDER BY depth, report.sortName, report.id
  RETURN
    null AS head, null AS userFound, null AS isPartial,
    report.id AS id, report.name AS name, report.jobTitle AS jobTitle, team.name AS team, report.photoUrl AS photoUrl
}
RETURN head AS standing, userFound, isPartial, id, name, jobTitle, team, photoUrl
