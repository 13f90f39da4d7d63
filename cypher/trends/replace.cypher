// Begins to replace the flags of a week: those that are there go, and the keys of all that people were ever told of come
// back. The tenant's write lock is taken before anything is read, so that of two detections of a week one comes after the
// other, and nobody is erased meanwhile. Nothing comes back when somebody was, since the check-ins were looked at.
MATCH (tenant:Tenant {id: $tenantId})
SET tenant.id = $tenantId
WITH tenant
WHERE coalesce(tenant.erasures, 0) = $erasures
MERGE (run:TrendRun {tenantId: $tenantId, weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.told = []
SET run.detectedAt = datetime($now)
WITH run
CALL () {
  MATCH (flag:TrendFlag {tenantId: $tenantId, weekStart: date($weekStart)})
  WHERE flag.scope IS NOT NULL AND flag.subjectId IS NOT NULL AND flag.dimension IS NOT NULL
  DELETE flag
}
RETURN run.told AS told
