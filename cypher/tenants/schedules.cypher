// Returns each tenant's time zone and digest time with the newest weeks whose runs have been started. Reads one run of a kind, however
// many weeks there have been: a worker asks every 30 s, for all tenants.
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  RETURN tenant {
    tenantId: tenant.id, .timezone, .digestTime,
    lastWeek: toString(COLLECT {
      MATCH (run:WeeklyRun {tenantId: tenant.id, kind: 'goals.non_setters'})
      WHERE run.weekStart IS NOT NULL
      RETURN run.weekStart ORDER BY run.tenantId DESC, run.kind DESC, run.weekStart DESC LIMIT 1
    }[0]),
    lastTrendWeek: toString(COLLECT {
      MATCH (run:WeeklyRun {tenantId: tenant.id, kind: 'trends.detect'})
      WHERE run.weekStart IS NOT NULL
      RETURN run.weekStart ORDER BY run.tenantId DESC, run.kind DESC, run.weekStart DESC LIMIT 1
    }[0])
  }
} AS schedules
