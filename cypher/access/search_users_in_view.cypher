// Returns what access/search_users returns, along the reporting line that $view shows (see access/facts_in_view). Nothing is found
// for a plan that the tenant does not have, or that has ended.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
// @include requested_plan
OPTIONAL MATCH (subject:User {
  tenantId: $tenantId, id: CASE WHEN $view.planId IS NULL OR plan IS NOT NULL THEN $subjectId END
})
WITH
  caller, tenant, subject, coalesce($after, '') AS after,
  // @include requested_view
  AS view,
  // @include reach
CALL (subject, view, seesTenant, seesBelow, seesDirect) {
  CALL (subject, view, seesTenant, seesBelow, seesDirect) {
    UNWIND CASE WHEN subject IS NULL OR seesTenant THEN [] ELSE [subject] END AS person
    RETURN person
    UNION
    WITH * WHERE (seesDirect OR seesBelow) AND NOT seesTenant
    MATCH (subject) ((upper)<-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]-(lower) WHERE (
      // @include line_in_view
    )){1,} (person)
    WITH DISTINCT person
    LIMIT 501
    RETURN person
  }
  RETURN collect(person) AS people
}
WITH caller, tenant, subject, view, after, seesTenant, people, seesTenant OR size(people) > 500 AS isLarge
CALL (subject, view, after, seesTenant, people, isLarge) {
  CALL (subject, view, after, seesTenant, people, isLarge) {
    UNWIND CASE WHEN isLarge THEN [] ELSE people END AS person
    WITH person, after
    WHERE person.email > after
    RETURN person
    UNION
    UNWIND CASE WHEN isLarge THEN [true] ELSE [] END AS large
    CALL (subject, view, after, seesTenant) {
      MATCH (person:User {tenantId: $tenantId})
      WHERE person.email > after AND (seesTenant OR EXISTS {
        MATCH path = (person) ((lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper) WHERE (
          // @include line_in_view
        )){0,} (above)
        WHERE above.id = subject.id
      })
      WITH person
      ORDER BY person.tenantId, person.email
      LIMIT 1001
      RETURN person
    }
    RETURN person
  }
  WITH subject, view, person
  ORDER BY person.email
  LIMIT 1001
  RETURN collect({
    id: person.id,
    levelsAbove: COLLECT {
      MATCH path = (person) ((lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper) WHERE (
        // @include line_in_view
      )){0,} (above)
      WHERE above.id = subject.id
      RETURN length(path)
      ORDER BY length(path)
      LIMIT 1
    }[0],
    position: person.email
  }) AS users
}
RETURN
  caller.roles AS `standing.roles`, CASE subject.id WHEN caller.id THEN 0 END AS `standing.levelsAbove`,
  subject.roles AS `subject.roles`, subject.active AS `subject.active`,
  users[0..toInteger($limit) + 1] AS items,
  tenant.elevatedRoles AS `tenant.elevatedRoles`, tenant.orgRevision AS `tenant.orgRevision`
