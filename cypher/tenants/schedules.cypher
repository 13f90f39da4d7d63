// What each tenant has set for its weekly runs, and the newest weeks in which they were opened.
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  RETURN tenant {
    tenantId: tenant.id, .timezone, .digestTime,
    lastWeek: toString(COLLECT {
      MATCH (run:WeeklyRun {tenantId: tenant.id, kind: 'goals.non_setters'})
      WHERE run.weekStart IS NOT NULL
      RETURN run.weekStart
      ORDER BY run.weekStart DESC
      LIMIT 1
    }[0]),
    lastTrendWeek: toString(COLLECT {
      MATCH (run:WeeklyRun {tenantId: tenant.id, kind: 'trends.detect'})
      WHERE run.weekStart IS NOT NULL
      RETURN run.weekStart
      ORDER BY run.weekStart DESC
      LIMIT 1
    }[0])
  }
} AS schedules
