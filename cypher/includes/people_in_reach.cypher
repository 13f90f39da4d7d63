// Clauses: the people whom a permission of `subject` may reach, as `people`: `heads` (the subject and the managers
// whose deputy they are at the time `at`), and their direct reports, or up to 501 of everyone below; none if it reaches
// everyone (`seesTenant`). `isLarge`: so many, or everyone. Expects `caller`, `tenant` and $reach:
// - `tenantRoles`: a holder of one of these roles is permitted for everyone. If `elevated` is not null, they also need an
//   elevated role of the tenant; `elevated` lists the elevated roles of a tenant without such a setting;
// - `below`, `direct`: anyone is permitted for the people below, or for direct reports; `belowRoles`, `directRoles`: only
//   holders of such a role are.
WITH
  caller, tenant, subject, at,
  any(role IN subject.roles WHERE role IN $reach.tenantRoles) AND (
    $reach.elevated IS NULL
    OR any(role IN subject.roles WHERE role IN coalesce(tenant.elevatedRoles, $reach.elevated))
  ) AS seesTenant
WITH caller, tenant, subject, at, seesTenant, COLLECT {
  MATCH (subject)-[terms:DEPUTY_FOR*0..1]->(head:User {active: true})
  WHERE all(term IN terms WHERE term.since <= at AND term.until > at)
  RETURN head
} AS heads
CALL (subject, seesTenant, heads) {
  CALL (subject, seesTenant, heads) {
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
    WHERE $reach.below OR any(role IN superior.roles WHERE role IN $reach.belowRoles)
    MATCH (superior)<-[:LINE*1..]-(person:User)
    WITH DISTINCT person
    LIMIT 501
    RETURN person
  }
  RETURN collect(person) AS people
}
WITH caller, tenant, subject, seesTenant, at, heads, people, seesTenant OR size(people) > 500 AS isLarge
