// Returns the tenants whose setting `retention` is not yet the one that was announced (`isNew`), and those with a run that
// is due.
// @all-tenants
// @param now: instant
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  OPTIONAL MATCH (run:RetentionRun {tenantId: tenant.id})
  WITH tenant, run, coalesce(tenant.retention, []) AS rules, coalesce(run.rules, []) AS announced
  WHERE rules <> announced OR rules <> [] AND run.dueAt <= datetime($now)
  RETURN tenant {tenantId: tenant.id, .timezone, rules: rules, isNew: rules <> announced}
} AS tenants
