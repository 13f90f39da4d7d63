// What each tenant has set for its Monday runs, and the newest week in which they were opened.
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  OPTIONAL MATCH (run:WeeklyRun {tenantId: tenant.id, kind: 'goals.non_setters'})
  WHERE run.weekStart IS NOT NULL
  WITH tenant, max(run.weekStart) AS lastWeek
  RETURN tenant {tenantId: tenant.id, .timezone, .digestTime, lastWeek: toString(lastWeek)}
} AS schedules
