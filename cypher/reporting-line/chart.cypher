// Lists the active people of an org chart, nearest to its root first, then by name: $rootId, or else the caller, and everyone
// below; for one of $rolesWithTenantScope without $rootId everyone of the tenant, below those who have no manager. List: the
// first row is the heading with the caller's standing towards the root and `userFound`. Rows with `lines` follow: everyone of the
// chart, also who has left, in order of depth, as [id, id of the manager or null, active]. src/rules/org-chart.ts counts them. The
// rows of people come last, down to $depth levels of active people, and further down where somebody in the chart has left.
// Callers who may not read the chart get the heading alone. At most $listLimit people; `isPartial` tells that there may be more.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (root:User {tenantId: $tenantId, id: coalesce($rootId, $callerId)})
OPTIONAL MATCH line = (root)-[:REPORTS_TO*0..]->(caller)
WITH
  root, caller {.roles, levelsAbove: length(line)} AS standing,
  any(role IN caller.roles WHERE role IN $rolesWithTenantScope) AS hasTenantScope
CALL (root, standing, hasTenantScope) {
  CALL (root, standing, hasTenantScope) {
    UNWIND CASE WHEN $rootId IS NULL AND hasTenantScope THEN [true] ELSE [] END AS whole
    MATCH (top:User {tenantId: $tenantId})
    WHERE top.email IS NOT NULL AND NOT EXISTS { (top)-[:REPORTS_TO]->() }
    RETURN top
    UNION
    WITH * WHERE root IS NOT NULL AND (standing.levelsAbove IS NOT NULL OR $rootId IS NOT NULL AND hasTenantScope)
      AND NOT ($rootId IS NULL AND hasTenantScope)
    RETURN root AS top
  }
  CALL (top) {
    MATCH path = (top)<-[:REPORTS_TO*0..]-(person:User)
    RETURN person, min(length(path)) AS depth
  }
  WITH person, depth
  LIMIT toInteger($listLimit)
  WITH person, min(depth) AS depth
  ORDER BY depth
  RETURN collect({
    person: person, depth: depth,
    line: [person.id, [(person)-[:REPORTS_TO]->(manager:User) | manager.id][0], person.active]
  }) AS people
}
WITH root, standing, people, size([entry IN people WHERE NOT entry.line[2]]) AS gaps
CALL (root, standing, people, gaps) {
  RETURN
    standing AS head, root IS NOT NULL AS userFound, size(people) = $listLimit AS isPartial, null AS lines,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS photoUrl
  UNION ALL
  UNWIND range(0, size(people) - 1, 20) AS start
  RETURN
    null AS head, null AS userFound, null AS isPartial,
    [entry IN people[start..start + 20] | entry.line] AS lines,
    null AS id, null AS name, null AS jobTitle, null AS team, null AS photoUrl
  UNION ALL
  UNWIND people AS entry
  WITH entry.person AS person, entry.depth AS depth, gaps
  WHERE person.active AND ($depth IS NULL OR depth <= $depth + gaps)
  OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
  WITH person, depth, team
  ORDER BY depth, person.name, person.id
  RETURN
    null AS head, null AS userFound, null AS isPartial, null AS lines,
    person.id AS id, person.name AS name, person.jobTitle AS jobTitle, team.name AS team, person.photoUrl AS photoUrl
}
RETURN head AS standing, userFound, isPartial, lines, id, name, jobTitle, team, photoUrl
