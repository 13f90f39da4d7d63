// The caller of the directory: whether the roles show everybody's details (`hasTenantScope`), for whom the caller reads
// (`heads`: the caller, and managers whose deputy the caller is), whether the caller is a partner (`isPartner`), and whether there is
// anybody (`hasReports`).
// @param rolesWithTenantScope: list of roles
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
WITH
  caller, caller AS reader,
  any(role IN caller.roles WHERE role IN $rolesWithTenantScope) AS hasTenantScope
WITH caller, hasTenantScope, COLLECT {
  MATCH
    // @include heads
    AND all(term IN terms WHERE 'read' IN term.rights)
    AND (head <> reader OR EXISTS { (head)<-[:REPORTS_TO]-() })
  RETURN head
} AS heads
WITH caller, hasTenantScope, heads, is_partner(caller) AS isPartner
WITH caller, hasTenantScope, heads, isPartner, size(heads) > 0 OR isPartner AS hasReports
