// Subquery: the people `reader` sees in a report, one `person` per row, each once: active direct reports; with the role
// senior_manager everyone active below; with one of the roles in $rolesWithTenantScope every active user of the tenant.
// A deputy for reading sees whom their manager sees by the line, but not themself. A partner sees the people of their parts. Expects `reader` (may be null) and
// `standing`, which holds their roles. UNION removes duplicates; DISTINCT keeps the traversal to one visit per person.
// @param rolesWithTenantScope: list of roles
CALL (reader, standing) {
  MATCH
    // @include heads
    AND all(term IN terms WHERE 'read' IN term.rights)
  MATCH (head)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId, active: true})
  WHERE person <> reader
  RETURN person
  UNION
  MATCH
    // @include heads
    AND all(term IN terms WHERE 'read' IN term.rights) AND 'senior_manager' IN head.roles
  MATCH (head)<-[:REPORTS_TO*1..]-(person:User {tenantId: $tenantId, active: true})
  WHERE person <> reader
  RETURN DISTINCT person
  UNION
  // @include people_of_parts
  WITH person
  WHERE person.active
  RETURN person
  UNION
  // UNWIND instead of WHERE: the planner would move a WHERE behind the MATCH and read every user for every reader.
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $rolesWithTenantScope) THEN [true] END AS hasTenantScope
  MATCH (person:User {tenantId: $tenantId, active: true})
  WHERE person.email IS NOT NULL
  RETURN person
}
