// The caller of the directory: whether the roles show everybody's details (`hasTenantScope`), for whom the caller reads
// (`heads`: the caller, and managers whose deputy the caller is), and whether there is anybody (`hasReports`).
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
WITH caller, hasTenantScope, heads, size(heads) > 0 AS hasReports
