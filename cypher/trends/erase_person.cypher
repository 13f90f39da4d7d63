// Deletes a user's trend flags and removes their id from other flags and runs. A flag of a group that they wrote in keeps that there
// was a shift, without the numbers: from these and the others' scores theirs could be computed. In weekWriters the id becomes
// 'erased': the person still counts behind a department's flag. Of the organisation the writers are not known:
// there it is who wrote in one of the 52 weeks of the flag: $writtenWeeks are those in which the user wrote. Returns how many.
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
