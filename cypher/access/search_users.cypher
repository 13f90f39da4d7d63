// Returns a page of the users that a subject may be permitted to do something with, by e-mail address, behind the address
// $after (or null). src/decisions/ decides about each by the subject's roles and `levelsAbove`. Where few are in question ($reach, see the
// include) it reads them, else the tenant in the order of addresses. Without a subject there are none.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (subject:User {tenantId: $tenantId, id: $subjectId})
// @view   WHERE view.isKnown
WITH
  caller, tenant, subject, coalesce($after, '') AS after,
  // @include reach
CALL (subject, seesTenant, seesBelow, seesDirect) {
  CALL (subject, seesTenant, seesBelow, seesDirect) {
    // @include few_in_reach
  }
  RETURN collect(person) AS people
}
WITH caller, tenant, subject, after, seesTenant, people, seesTenant OR seesBelow AND size(people) > 500 AS isLarge
CALL (subject, after, seesTenant, people, isLarge) {
  CALL (subject, after, seesTenant, people, isLarge) {
    UNWIND CASE WHEN isLarge THEN [] ELSE people END AS person
    WITH person, after
    WHERE person.email > after
    RETURN person
    UNION
    UNWIND CASE WHEN isLarge THEN [true] ELSE [] END AS large
    CALL (subject, after, seesTenant) {
      MATCH (person:User {tenantId: $tenantId})
      WHERE person.email > after AND (seesTenant OR EXISTS { (person)-[:LINE*0..]->(subject) })
      WITH person
      ORDER BY person.tenantId, person.email
      LIMIT 1001
      RETURN person
    }
    RETURN person
  }
  WITH subject, person
  ORDER BY person.email
  LIMIT 1001
  RETURN collect({
    id: person.id,
    levelsAbove: [line = (person)-[:LINE*0..]->(subject) | length(line)][0], // @today
    // @view levelsAbove: COLLECT { MATCH path = (person)-[:LINE*0..]->(subject) RETURN length(path) ORDER BY length(path) LIMIT 1 }[0],
    position: person.email
  }) AS users
}
RETURN
  caller.roles AS `standing.roles`, CASE subject.id WHEN caller.id THEN 0 END AS `standing.levelsAbove`,
  subject.roles AS `subject.roles`, subject.active AS `subject.active`,
  users[0..toInteger($limit) + 1] AS items,
  tenant.elevatedRoles AS `tenant.elevatedRoles`, tenant.orgRevision AS `tenant.orgRevision`
