// Deletes up to $limit summaries of the tenant of weeks that began before $before, with what goes with them, such as responses, and up to
// $limit drafts and trend flags of such weeks; flags contain scores. Later flags lose these weeks from their series, and
// the mean before the shift and the effect size are computed again from the remaining weeks. A flag without remaining
// weeks, or whose shift began before $before, keeps only its direction. Other systems learn of each summary by the
// change log. Returns how many nodes of all kinds. Writing the id first takes the lock that a response takes as well.
// @param before: instant
// @param limit: whole number
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
  WITH date(datetime($before)) AS limit
  MATCH (flag:TrendFlag {tenantId: $tenantId})
  WHERE limit <= flag.weekStart < limit + duration({weeks: 53}) AND any(week IN flag.seriesWeeks WHERE week < limit)
  WITH flag, limit
  LIMIT toInteger($limit)
  WITH flag, [at IN range(0, size(flag.seriesWeeks) - 1) WHERE flag.seriesWeeks[at] >= limit] AS left
  WITH
    flag, [at IN left | flag.seriesWeeks[at]] AS weeks, [at IN left | flag.seriesValues[at]] AS values,
    [at IN left WHERE flag.seriesWeeks[at] < flag.startWeek | flag.seriesValues[at]] AS before,
    [at IN left WHERE flag.seriesWeeks[at] >= flag.startWeek | flag.seriesValues[at]] AS since
  WITH flag, weeks, values, before, since, size(before) = 0 OR size(since) = 0 AS isUntold
  CALL (flag, isUntold) {
    WITH * WHERE isUntold
    SET
      // @include no_numbers
  }
  CALL (flag, weeks, values, before, since, isUntold) {
    WITH * WHERE NOT isUntold
    SET
      flag.seriesWeeks = weeks,
      flag.seriesValues = values,
      flag.baselineMean = round(
        reduce(total = 0.0, value IN before | total + value) / size(before),
        CASE flag.scope WHEN 'individual' THEN 2 ELSE 1 END
      ),
      flag.effectSize = round(
        1.0 * reduce(pairs = 0, late IN since | pairs + reduce(balance = 0, early IN before | balance + toInteger(sign(late - early))))
        / (size(before) * size(since)),
        2
      )
  }
  RETURN count(*) AS cut
}
CALL () {
  MATCH (summary:Summary {tenantId: $tenantId})
  WHERE summary.weekStart < date(datetime($before)) AND summary.id IS NOT NULL
  WITH summary AS locked, summary.id AS summaryId
  LIMIT toInteger($limit)
  SET locked.id = summaryId
  WITH summaryId
  MATCH (summary:Summary {tenantId: $tenantId, id: summaryId})
  WITH summary, summaryId, parts_of_summary(summary) AS parts
  FOREACH (part IN parts | DETACH DELETE part)
  DETACH DELETE summary
  WITH DISTINCT summaryId
  MERGE (change:ChangeEntry {tenantId: $tenantId, key: 'summary.expired:' + summaryId})
  ON CREATE SET
    change.type = 'summary.expired',
    change.subjectType = 'summary',
    change.subjectId = summaryId,
    change.changed = [],
    change_entry(change)
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
RETURN flags + cut + drafts + summaries AS deleted
