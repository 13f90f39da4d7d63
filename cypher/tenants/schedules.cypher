// What each tenant has set for its Monday runs, and the newest week in which they were opened.
RETURN COLLECT {
  MATCH (tenant:Tenant)
  WHERE tenant.id IS NOT NULL
  RETURN tenant {
    tenantId: tenant.id, .timezone, .digestTime,
    lastWeek: toString(COLLECT {
      MATCH (run:WeeklyRun {tenantId: tenant.id, kind: 'goals.non_setters'})
      WHERE run.weekStart IS NOT NULL
      RETURN max(run.weekStart)
    }[0])
  }
} AS schedules
