// Returns each tenant's time zone and digest time with the newest weeks whose runs have been started.
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  OPTIONAL MATCH (run:WeeklyRun {tenantId: tenant.id})
  WHERE run.kind IS NOT NULL AND run.weekStart IS NOT NULL
  WITH
    tenant,
    max(CASE run.kind WHEN 'goals.non_setters' THEN run.weekStart END) AS lastWeek,
    max(CASE run.kind WHEN 'trends.detect' THEN run.weekStart END) AS lastTrendWeek
  RETURN tenant {
    tenantId: tenant.id, .timezone, .digestTime,
    lastWeek: toString(lastWeek),
    lastTrendWeek: toString(lastTrendWeek)
  }
} AS schedules
