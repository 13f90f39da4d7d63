// Returns a page of the users that a subject may be permitted to do something with, by e-mail address, behind the
// address $after (or null). src/features/decisions/ decides about each by the subject's roles, `levelsAbove` and `places`.
// Where few are in question ($reach, see the include) it reads them, else the tenant in the order of addresses. Without
// a subject there are none.
// @param subjectId: id or null
// @param now: instant
// @param after: text or null
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
    UNWIND CASE WHEN isLarge THEN [] ELSE people END AS person
    WITH person
    WHERE person.email > coalesce($after, '')
    RETURN person
    UNION
    UNWIND CASE WHEN isLarge THEN [true] ELSE [] END AS large
    CALL (subject, seesTenant, heads, departments) {
      MATCH (person:User {tenantId: $tenantId})
      WHERE person.email > coalesce($after, '') AND (
        seesTenant OR any(head IN heads WHERE EXISTS { (person)-[:LINE*0..]->(head) })
        OR CASE WHEN size(departments) > 0 THEN EXISTS { MATCH (person)-[:MEMBER_OF]->(team:Team) WHERE team.departmentKey IN departments } ELSE false END
      )
      WITH person
      ORDER BY person.tenantId, person.email
      LIMIT 1001
      RETURN person
    }
    RETURN person
  }
  WITH subject, at, person
  ORDER BY person.email
  LIMIT 1001
  WITH subject, at, person AS owner
  WITH
    subject, owner,
    // @include places_in_line
    AS places
  RETURN collect({
    id: owner.id,
    levelsAbove: [line = (owner)-[:LINE*0..]->(subject) | length(line)][0], // @today
    // @view levelsAbove: COLLECT { MATCH path = (owner)-[:LINE*0..]->(subject) RETURN length(path) ORDER BY length(path) LIMIT 1 }[0],
    places: places,
    position: owner.email
  }) AS users
}
RETURN
  caller.roles AS `standing.roles`, CASE subject.id WHEN caller.id THEN 0 END AS `standing.levelsAbove`,
  subject.roles AS `subject.roles`, subject.active AS `subject.active`,
  users[0..toInteger($limit) + 1] AS items,
  tenant.elevatedRoles AS `tenant.elevatedRoles`, tenant.orgRevision AS `tenant.orgRevision`
