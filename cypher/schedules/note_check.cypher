// Notes that the runs of a tenant were checked at $now: times before it have had their check. $weekStart is the Monday of that day. An earlier
// check changes nothing.
// @param weekStart: date
// @param runId: id
// @param now: instant
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: 'check', weekStart: date($weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = $runId, run.createdAt = datetime($now)
SET run.checkedAt = CASE WHEN run.checkedAt > datetime($now) THEN run.checkedAt ELSE datetime($now) END
RETURN run.id AS id
