// Returns the clocks of a tenant's active people, each once, for each of $schedules ({kind, name, time, teamTimes}), what decides their
// working days beside their absences (`calendarKeys`, each once, and the settings of the tenant), and the runs that were opened for weeks
// from $from on, one of which has the time of the last check.
// @param schedules: list of {kind: text, name: text, teamTimes: map of texts, time: text}
// @param from: date
MATCH (tenant:Tenant {id: $tenantId})
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
    MATCH (person:User {tenantId: $tenantId, active: true})
    WHERE person.email IS NOT NULL
    RETURN DISTINCT calendar_key(person) AS key
  } AS calendarKeys,
  tenant {.timezone, .region, .workingDays, .regionWorkingDays, .regionFreeDays} AS tenant,
  COLLECT {
    MATCH (run:WeeklyRun {tenantId: $tenantId})
    WHERE run.kind IS NOT NULL AND run.weekStart >= date($from)
    RETURN run {
      .kind, weekStart: toString(run.weekStart), clocks: coalesce(run.clocks, []), checkedAt: moment(run.checkedAt)
    }
  } AS opened
