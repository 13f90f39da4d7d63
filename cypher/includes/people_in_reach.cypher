// Clauses: the people whom a permission of `subject` may reach, as `people`: `heads` (the subject, the managers whose deputy they are at the
// time `at`, and the heads of parts of the company whose partner they are), and their direct reports, or up to 501 of everyone below; and up
// to 501 people of `departments`, the keys of departments that are such parts. There are none if it reaches everyone (`seesTenant`).
// `isLarge`: so many, or everyone. Expects `caller`, `tenant` and $reach:
// - `tenantRoles`: a holder of one of these roles is permitted for everyone. If `elevated` is not null, they also need an
//   elevated role of the tenant; `elevated` lists the elevated roles of a tenant without such a setting;
// - `below`, `direct`: anyone is permitted for the people below, or for direct reports; `belowRoles`, `directRoles`: only
//   holders of such a role are.
// @param reach: {tenantRoles: list of roles, elevated: list of roles or null, direct: boolean, directRoles: list of roles,
//   below: boolean, belowRoles: list of roles}
WITH
  caller, tenant, subject, at,
  any(role IN subject.roles WHERE role IN $reach.tenantRoles) AND (
    $reach.elevated IS NULL
    OR any(role IN subject.roles WHERE role IN coalesce(tenant.elevatedRoles, $reach.elevated))
  ) AS seesTenant
WITH caller, tenant, subject, at, seesTenant, COLLECT {
  MATCH (subject)-[terms:DEPUTY_FOR*0..1]->(head:User {active: true})
  WHERE all(term IN terms WHERE is_in_force(term, at))
  RETURN head
} AS ownHeads, COLLECT {
  MATCH (subject)-[part:PARTNER_OF]->()
  WHERE is_in_force(part, at)
  RETURN part
} AS parts
WITH
  caller, tenant, subject, at, seesTenant, ownHeads,
  [part IN parts WHERE part.departmentKey IS NOT NULL | part.departmentKey] AS departments,
  COLLECT {
    UNWIND parts AS part
    MATCH (head:User {tenantId: $tenantId, id: part.headId})
    RETURN head
  } AS partHeads
WITH caller, tenant, subject, at, seesTenant, departments, partHeads, ownHeads + partHeads AS heads
CALL (subject, seesTenant, heads, partHeads, departments) {
  CALL (subject, seesTenant, heads, partHeads, departments) {
    UNWIND CASE WHEN seesTenant THEN [] ELSE heads END AS person
    RETURN person
    UNION
    UNWIND CASE WHEN seesTenant THEN [] ELSE heads END AS superior
    WITH superior
    WHERE $reach.direct OR any(role IN superior.roles WHERE role IN $reach.directRoles)
    MATCH (superior)<-[:LINE]-(person:User)
    RETURN person
    UNION
    UNWIND CASE WHEN seesTenant THEN [] ELSE heads END AS superior
    WITH superior
    WHERE $reach.below OR superior IN partHeads OR any(role IN superior.roles WHERE role IN $reach.belowRoles)
    MATCH (superior)<-[:LINE*1..]-(person:User)
    WITH DISTINCT person
    LIMIT 501
    RETURN person
    UNION
    UNWIND CASE WHEN seesTenant THEN [] ELSE departments END AS department
    MATCH (:Team {tenantId: $tenantId, departmentKey: department})<-[:MEMBER_OF]-(person:User)
    WITH DISTINCT person
    LIMIT 501
    RETURN person
  }
  RETURN collect(person) AS people
}
WITH caller, tenant, subject, seesTenant, at, heads, departments, people, seesTenant OR size(people) > 500 AS isLarge
