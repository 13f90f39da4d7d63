// Lists the active people of an org chart, nearest to its root first, then by name: $rootId, or else the caller, and
// everyone below. Without $rootId, a holder of one of $rolesWithTenantScope gets everyone in the tenant, below the people who
// have no manager. List: the first row is the heading with the caller's standing towards the root and `userFound`. Rows with
// `line` follow: everyone of the chart, also who has left, in order of depth.
// src/platform/chart/org-chart.ts counts them. The rows of people come last, down to $depth levels of active people,
// and further down where somebody in the chart has left. Callers who may not read the chart get the heading alone. At
// most $listLimit people; `isPartial` says that there may be more. The partner of a department gets only people of the
// department, although others may be below the root.
// @param rootId: id or null
// @param rolesWithTenantScope: list of roles
// @param now: instant
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (owner:User {tenantId: $tenantId, id: coalesce($rootId, $callerId)})
OPTIONAL MATCH line = (owner)-[:REPORTS_TO*0..]->(caller)
WITH
  owner AS root,
  // @include standing
  AS standing,
  caller, any(role IN caller.roles WHERE role IN $rolesWithTenantScope) AS hasTenantScope
WITH
  root, standing, caller, hasTenantScope,
  hasTenantScope OR standing.levelsAbove IS NOT NULL OR any(place IN standing.places WHERE place.reason = 'deputy') AS isWhole
CALL (root, standing, caller, hasTenantScope, isWhole) {
  CALL (root, standing, hasTenantScope) {
    UNWIND CASE WHEN $rootId IS NULL AND hasTenantScope THEN [true] ELSE [] END AS whole
    MATCH (top:User {tenantId: $tenantId})
    WHERE top.email IS NOT NULL AND NOT EXISTS { (top)-[:LINE]->() }
    RETURN top
    UNION
    WITH * WHERE root IS NOT NULL AND (standing.levelsAbove IS NOT NULL OR size(standing.places) > 0
      OR $rootId IS NOT NULL AND hasTenantScope)
      AND NOT ($rootId IS NULL AND hasTenantScope)
    RETURN root AS top
  }
  CALL (top) {
    MATCH path = (top)<-[:LINE*0..]-(person:User)
    RETURN person, min(length(path)) AS depth // @today
    // @view RETURN person, size(line) AS depth, last(upper).id AS managerId
  }
  WITH person, depth // @today
  // @view WITH person, depth, managerId
  WHERE coalesce(isWhole, false) OR EXISTS {
    MATCH (caller)-[part:PARTNER_OF]->()
    WHERE part.id IN [place IN standing.places | place.partId]
      AND (part.headId IS NOT NULL OR EXISTS { (person)-[:MEMBER_OF]->(:Team {departmentKey: part.departmentKey}) })
  }
  WITH person, depth // @today
  // @view WITH person, depth, managerId
  // @view WHERE there_in_view(person)
  LIMIT toInteger($listLimit)
  WITH person, min(depth) AS depth // @today
  // @view WITH person, depth, managerId
  ORDER BY depth
  RETURN collect({
    person: person, depth: depth,
    line: [person.id, [(person)-[:LINE]->(manager:User) | manager.id][0], person.active] // @today
    // @view line: [person.id, managerId, person.active]
  }) AS people
}
WITH root, standing, false AS inFuture, people // @today
// @view WITH root, standing, coalesce(view.asOf > datetime($now), false) AS inFuture, people
// @include chart_rows
