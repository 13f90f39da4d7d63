// Notes that $runs (each {kind, weekStart, clocks, id}) were opened, without events: nobody is reminded by them.
// @param runs: list of {kind: text, weekStart: date, id: id, clocks: list of texts}
// @param now: instant
UNWIND $runs AS row
MERGE (run:WeeklyRun {tenantId: $tenantId, kind: row.kind, weekStart: date(row.weekStart)})
ON CREATE SET run:$($tenantLabel), run.id = row.id, run.createdAt = datetime($now)
SET run.clocks = coalesce(run.clocks, []) + [clock IN row.clocks WHERE NOT clock IN coalesce(run.clocks, [])]
