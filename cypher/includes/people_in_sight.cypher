// Subquery: the people `reader` sees in a report, one `person` per row, each once: active direct reports; with the role
// senior_manager everyone active below; with one of the roles in $rolesWithTenantScope every active user of the tenant.
// Expects `reader` (may be null) and `standing`, which holds their roles. UNION removes duplicates; DISTINCT keeps the
// traversal to one visit per person.
CALL (reader, standing) {
  MATCH (reader)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId, active: true})
  RETURN person
  UNION
  WITH * WHERE 'senior_manager' IN standing.roles
  MATCH (reader)<-[:REPORTS_TO*1..]-(person:User {tenantId: $tenantId, active: true})
  RETURN DISTINCT person
  UNION
  // UNWIND instead of WHERE: the planner would move a WHERE behind the MATCH and read every user for every reader.
  UNWIND CASE WHEN any(role IN standing.roles WHERE role IN $rolesWithTenantScope) THEN [true] END AS hasTenantScope
  MATCH (person:User {tenantId: $tenantId, active: true})
  WHERE person.email IS NOT NULL
  RETURN person
}
