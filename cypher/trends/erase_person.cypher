// Deletes a user's trend flags and removes their id from other flags and runs. A flag of a group in which they wrote still says
// that there was a shift, but loses its numbers, because their scores could be computed from these and the scores of others. In
// weekWriters the id becomes 'erased', so that the person still counts behind the flag of a department. For the organisation
// the writers are not stored; there, a flag counts if the user wrote in one of its 52 weeks, which $writtenWeeks lists. Returns how many.
// @param userId: id
// @param writtenWeeks: list of dates
CALL () {
  MATCH (flag:TrendFlag {tenantId: $tenantId})
  WHERE flag.weekStart IS NOT NULL AND flag.scope = 'individual' AND flag.subjectId = $userId
  DELETE flag
  RETURN count(flag) AS flags
}
CALL () {
  MATCH (flag:TrendFlag {tenantId: $tenantId})
  WHERE flag.weekStart IS NOT NULL AND flag.scope <> 'individual' AND (
    any(writers IN flag.weekWriters WHERE writers CONTAINS $userId)
    OR flag.weekWriters IS NULL AND any(
      week IN $writtenWeeks WHERE flag.weekStart - duration({weeks: 51}) <= date(week) <= flag.weekStart
    )
  )
  SET
    flag.weekWriters = [writers IN flag.weekWriters | replace(writers, $userId, 'erased')],
    // @include no_numbers
}
CALL () {
  MATCH (run:TrendRun {tenantId: $tenantId})
  WHERE run.weekStart IS NOT NULL AND any(key IN run.told WHERE key CONTAINS $userId)
  SET run.told = [key IN run.told WHERE NOT key CONTAINS $userId]
}
RETURN {flags: flags} AS counts
