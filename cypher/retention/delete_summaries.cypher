// Deletes up to $limit summaries of the tenant of weeks that began before $before, with their responses, and up to $limit
// drafts, and trend flags, which hold scores, of such weeks. Other systems learn of each summary by the change log. Returns how many
// nodes of all kinds. Writing the id first takes the lock that a response takes as well.
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
CALL () {
  MATCH (draft:SummaryDraft {tenantId: $tenantId})
  WHERE draft.userId IS NOT NULL AND draft.weekStart < date(datetime($before))
  WITH draft
  LIMIT toInteger($limit)
  DETACH DELETE draft
  RETURN count(*) AS drafts
}
SET run.summaries = coalesce(run.summaries, 0) + summaries
RETURN flags + drafts + summaries AS deleted
