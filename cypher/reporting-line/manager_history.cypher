// Lists the direct managers a user has and had, newest first, with the time and the plan that each began with. Lines
// that ended as they began are left out. List: the first row is the heading with the caller's standing and `userFound`.
// At most $listLimit lines; `isPartial` says that there may be more.
// @param userId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: $userId})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
WITH
  owner,
  // @include standing
  AS standing
CALL (owner) {
  MATCH (owner)-[line:REPORTS_TO|REPORTED_TO]->(manager:User)
  WHERE line:REPORTS_TO OR line.since < line.until
  WITH line, manager
  LIMIT toInteger($listLimit)
  RETURN collect({line: line, manager: manager}) AS periods
}
CALL (owner, standing, periods) {
  RETURN
    standing AS head, owner IS NOT NULL AS userFound, size(periods) = $listLimit AS isPartial,
    null AS manager, null AS from, null AS to, null AS planId
  UNION ALL
  UNWIND periods AS period
  WITH period.line AS line, period.manager AS superior
  OPTIONAL MATCH (superior)-[:MEMBER_OF]->(team:Team)
  WITH line, superior, team
  ORDER BY line.since DESC
  RETURN
    null AS head, null AS userFound, null AS isPartial,
    user_ref_in(superior, team) AS manager,
    moment(line.since) AS from,
    moment(line.until) AS to,
    line.planId AS planId
}
RETURN head AS standing, userFound, isPartial, manager, from, to, planId
