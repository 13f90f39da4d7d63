// Returns the clocks of a tenant's active people, each once, for each of $schedules ({kind, name, time, teamTimes}), and the runs that
// were opened for weeks from $from on.
RETURN
  COLLECT {
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
    OPTIONAL MATCH (person)-[:MEMBER_OF]->(team:Team)
    UNWIND $schedules AS schedule
    RETURN DISTINCT {
      kind: schedule.kind,
      clock:
        // @include clock
    }
  } AS clocks,
  COLLECT {
    MATCH (run:WeeklyRun {tenantId: $tenantId})
    WHERE run.kind IS NOT NULL AND run.weekStart >= date($from)
    RETURN run {.kind, weekStart: toString(run.weekStart), clocks: coalesce(run.clocks, [])}
  } AS opened
