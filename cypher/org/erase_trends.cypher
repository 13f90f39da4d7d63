// Deletes a user's trend flags and removes their id from other flags and runs. In weekWriters the id becomes 'erased':
// the person still counts behind a department's means; otherwise their scores could be computed from the rest.
CALL () {
  MATCH (flag:TrendFlag {tenantId: $tenantId})
  WHERE flag.weekStart IS NOT NULL AND flag.scope = 'individual' AND flag.subjectId = $userId
  DELETE flag
  RETURN count(flag) AS flags
}
CALL () {
  MATCH (flag:TrendFlag {tenantId: $tenantId})
  WHERE flag.weekStart IS NOT NULL AND any(writers IN flag.weekWriters WHERE writers CONTAINS $userId)
  SET flag.weekWriters = [writers IN flag.weekWriters | replace(writers, $userId, 'erased')]
}
CALL () {
  MATCH (run:TrendRun {tenantId: $tenantId})
  WHERE run.weekStart IS NOT NULL AND any(key IN run.told WHERE key CONTAINS $userId)
  SET run.told = [key IN run.told WHERE NOT key CONTAINS $userId]
}
RETURN flags
