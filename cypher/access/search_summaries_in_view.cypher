// Returns what access/search_summaries returns, along the reporting line that $view shows (see access/facts_in_view). Nothing is found
// for a plan that the tenant does not have, or that has ended.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
// @include requested_plan
OPTIONAL MATCH (subject:User {
  tenantId: $tenantId, id: CASE WHEN $view.planId IS NULL OR plan IS NOT NULL THEN $subjectId END
})
WITH
  caller, tenant, subject,
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
WITH caller, tenant, subject, view, seesTenant, people, seesTenant OR size(people) > 500 AS isLarge
CALL (subject, view, seesTenant, people, isLarge) {
  CALL (subject, view, seesTenant, people, isLarge) {
    UNWIND CASE WHEN isLarge THEN [] ELSE people END AS author
    MATCH (summary:Summary {tenantId: $tenantId, userId: author.id})
    WHERE summary.weekStart <= date(coalesce($after.weekStart, '2999-12-31'))
      AND ($after IS NULL OR summary.weekStart < date($after.weekStart) OR summary.id < $after.id)
    RETURN summary
    UNION
    UNWIND CASE WHEN isLarge THEN [true] ELSE [] END AS large
    CALL (subject, view, seesTenant) {
      MATCH (summary:Summary {tenantId: $tenantId})
      WHERE summary.weekStart <= date(coalesce($after.weekStart, '2999-12-31'))
        AND summary.id IS NOT NULL
        AND ($after IS NULL OR summary.weekStart < date($after.weekStart) OR summary.id < $after.id)
        AND (seesTenant OR EXISTS {
          MATCH (summary)<-[:WROTE]-(author:User)
          WHERE EXISTS {
            MATCH path = (author) ((lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper) WHERE (
              // @include line_in_view
            )){0,} (above)
            WHERE above.id = subject.id
          }
        })
      WITH summary
      ORDER BY summary.tenantId DESC, summary.weekStart DESC, summary.id DESC
      LIMIT 1001
      RETURN summary
    }
    RETURN summary
  }
  WITH subject, view, summary
  ORDER BY summary.weekStart DESC, summary.id DESC
  LIMIT 1001
  MATCH (summary)<-[:WROTE]-(author:User)
  WITH subject, view, summary, author
  ORDER BY summary.weekStart DESC, summary.id DESC
  RETURN collect({
    id: summary.id,
    levelsAbove: COLLECT {
      MATCH path = (author) ((lower)-[line:REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO]->(upper) WHERE (
        // @include line_in_view
      )){0,} (above)
      WHERE above.id = subject.id
      RETURN length(path)
      ORDER BY length(path)
      LIMIT 1
    }[0],
    position: {weekStart: toString(summary.weekStart), id: summary.id}
  }) AS summaries
}
RETURN
  caller.roles AS `standing.roles`, CASE subject.id WHEN caller.id THEN 0 END AS `standing.levelsAbove`,
  subject.roles AS `subject.roles`, subject.active AS `subject.active`,
  summaries[0..toInteger($limit) + 1] AS items,
  tenant.elevatedRoles AS `tenant.elevatedRoles`, tenant.orgRevision AS `tenant.orgRevision`
