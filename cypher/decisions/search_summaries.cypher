// Returns a page of the summaries that a subject may be permitted to do something with, newest week first, behind the
// position $after ({weekStart, id} or null). src/features/decisions/ decides about each by the subject's roles, `levelsAbove`
// and `places`. If few authors are in question ($reach, see the include), it reads their summaries; otherwise it reads the
// summaries of the whole tenant in the order of weeks. Without a subject there are none.
// @param subjectId: id or null
// @param now: instant
// @param after: position or null
// @param limit: whole number
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
WITH caller, tenant {.elevatedRoles, .orgRevision} AS tenant // the revision is read before the lines
OPTIONAL MATCH (subject:User {tenantId: $tenantId, id: $subjectId})
// @view   WHERE view.isKnown
WITH caller, tenant, subject, datetime($now) AS at // @today
// @view WITH caller, tenant, subject, coalesce(view.asOf, datetime($now)) AS at
// @include people_in_reach
CALL (subject, seesTenant, people, at, heads, departments, isLarge) {
  CALL (subject, seesTenant, people, at, heads, departments, isLarge) {
    UNWIND CASE WHEN isLarge THEN [] ELSE people END AS author
    MATCH (summary:Summary {tenantId: $tenantId, userId: author.id})
    WHERE summary.weekStart <= date(coalesce($after.weekStart, '2999-12-31'))
      AND ($after IS NULL OR summary.weekStart < date($after.weekStart) OR summary.id < $after.id)
    RETURN summary
    UNION
    UNWIND CASE WHEN isLarge THEN [true] ELSE [] END AS large
    CALL (seesTenant, heads, departments) {
      MATCH (summary:Summary {tenantId: $tenantId})
      WHERE summary.weekStart <= date(coalesce($after.weekStart, '2999-12-31'))
        AND summary.id IS NOT NULL
        AND ($after IS NULL OR summary.weekStart < date($after.weekStart) OR summary.id < $after.id)
        AND (seesTenant OR EXISTS {
          MATCH (summary)<-[:WROTE]-(author:User)
          WHERE any(head IN heads WHERE EXISTS { (author)-[:LINE*0..]->(head) }) OR CASE WHEN size(departments) > 0 THEN EXISTS { MATCH (author)-[:MEMBER_OF]->(team:Team) WHERE team.departmentKey IN departments } ELSE false END
        })
      WITH summary
      ORDER BY summary.tenantId DESC, summary.weekStart DESC, summary.id DESC
      LIMIT 1001
      RETURN summary
    }
    RETURN summary
  }
  WITH subject, at, summary
  ORDER BY summary.weekStart DESC, summary.id DESC
  LIMIT 1001
  MATCH (summary)<-[:WROTE]-(author:User)
  WITH subject, at, summary, author AS owner
  ORDER BY summary.weekStart DESC, summary.id DESC
  WITH
    subject, summary, owner,
    // @include places_in_line
    AS places
  RETURN collect({
    id: summary.id,
    levelsAbove: [line = (owner)-[:LINE*0..]->(subject) | length(line)][0], // @today
    // @view levelsAbove: COLLECT { MATCH path = (owner)-[:LINE*0..]->(subject) RETURN length(path) ORDER BY length(path) LIMIT 1 }[0],
    places: places,
    position: {weekStart: toString(summary.weekStart), id: summary.id}
  }) AS summaries
}
RETURN
  caller.roles AS `standing.roles`, CASE subject.id WHEN caller.id THEN 0 END AS `standing.levelsAbove`,
  subject.roles AS `subject.roles`, subject.active AS `subject.active`,
  summaries[0..toInteger($limit) + 1] AS items,
  tenant.elevatedRoles AS `tenant.elevatedRoles`, tenant.orgRevision AS `tenant.orgRevision`
