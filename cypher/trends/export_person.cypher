// Returns the trend flags about a user; the flags of groups whose means include their summaries, without the means; and the runs
// that notified somebody of a shift of their scores.
// @param userId: id
RETURN
  COLLECT {
    MATCH (flag:TrendFlag {tenantId: $tenantId})
    WHERE flag.weekStart IS NOT NULL AND flag.scope = 'individual' AND flag.subjectId = $userId
    RETURN properties(flag)
    ORDER BY flag.weekStart
  } AS trendFlags,
  COLLECT {
    MATCH (flag:TrendFlag {tenantId: $tenantId})
    WHERE flag.weekStart IS NOT NULL AND any(writers IN flag.weekWriters WHERE writers CONTAINS $userId)
    RETURN flag {.id, .weekStart, .scope, .subjectId, .dimension}
    ORDER BY flag.weekStart
  } AS groupFlags,
  COLLECT {
    MATCH (run:TrendRun {tenantId: $tenantId})
    WHERE run.weekStart IS NOT NULL AND any(key IN run.told WHERE key CONTAINS $userId)
    RETURN run {.weekStart, .detectedAt, told: [key IN run.told WHERE key CONTAINS $userId]}
    ORDER BY run.weekStart
  } AS trendRuns
