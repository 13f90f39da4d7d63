// Deletes up to $limit answers of the tenant of weeks that began before $before, and returns how many.
// @param before: instant
// @param limit: whole number
// @include retention_run
CALL () {
  MATCH (answer:Answer {tenantId: $tenantId})
  WHERE answer.weekStart < date(datetime($before))
  WITH answer
  LIMIT toInteger($limit)
  DETACH DELETE answer
  RETURN count(*) AS deleted
}
SET run.answers = coalesce(run.answers, 0) + deleted
RETURN deleted
