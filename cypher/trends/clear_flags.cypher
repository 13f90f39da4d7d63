// Starts the replacement of a week's trend flags: deletes them and returns `notifiedKeys`, the keys of all flags that
// people were notified about for that week and the two years before. Takes the tenant's write lock before reading:
// detections of the same week and erasures run one after the other. No row when someone was erased since the check-ins
// were read ($erasures, see trends/settings).
// @param erasures: number
// @param weekStart: date
// @param now: instant
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
RETURN COLLECT {
  MATCH (earlier:TrendRun {tenantId: $tenantId})
  WHERE date($weekStart) - duration({weeks: 104}) <= earlier.weekStart <= date($weekStart)
  UNWIND earlier.told AS key
  RETURN key
} AS notifiedKeys
