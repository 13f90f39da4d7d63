// Deletes up to $limit summaries of the tenant of weeks that began before $before, with their responses, and up to $limit
// trend flags of such weeks, which hold scores. Other systems learn of each summary by the change log. Returns how many
// nodes of both kinds. Writing the id first takes the lock that a response takes as well.
// @include retention_run
CALL () {
  MATCH (flag:TrendFlag {tenantId: $tenantId})
  WHERE flag.weekStart < date(datetime($before))
  WITH flag
  LIMIT toInteger($limit)
  DELETE flag
  RETURN count(*) AS flags
}
CALL () {
  MATCH (summary:Summary {tenantId: $tenantId})
  WHERE summary.weekStart < date(datetime($before)) AND summary.id IS NOT NULL
  WITH summary, summary.id AS summaryId
  LIMIT toInteger($limit)
  SET summary.id = summaryId
  WITH summary, summaryId
  OPTIONAL MATCH (response:Response {tenantId: $tenantId, summaryId: summaryId})
  DETACH DELETE response, summary
  WITH DISTINCT summaryId
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.expired:' + summaryId})
  ON CREATE SET
    change.type = 'summary.expired',
    change.subjectType = 'summary',
    change.subjectId = summaryId,
    change.changed = [],
    // @include change_entry
  RETURN count(*) AS summaries
}
SET run.summaries = coalesce(run.summaries, 0) + summaries
RETURN flags + summaries AS deleted
