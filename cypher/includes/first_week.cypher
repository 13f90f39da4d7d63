// Expression: the first of the $weeks weeks up to `lastWeek` of which a report can say something. Before `tenant` was made there is
// nothing, and nothing is not zero: the weeks begin with the one in which it was made or, if that is earlier, with the one of its
// earliest summary. The last week is always among them. A tenant that does not say when it was made has always been there.
// @param weeks: number
COLLECT {
  WITH lastWeek - duration({weeks: $weeks - 1}) AS earliest,
    [at IN [tenant.createdAt] WHERE at IS NOT NULL |
      date.truncate('week', date(datetime({datetime: at, timezone: coalesce(tenant.timezone, 'UTC')})))][0] AS madeIn
  UNWIND [lastWeek, CASE WHEN madeIn > earliest THEN madeIn ELSE earliest END] + COLLECT {
    MATCH (summary:Summary {tenantId: $tenantId})
    WHERE earliest <= summary.weekStart <= lastWeek AND summary.id IS NOT NULL
    RETURN summary.weekStart
    ORDER BY summary.tenantId, summary.weekStart
    LIMIT 1
  } AS week
  RETURN week
  ORDER BY week
  LIMIT 1
}[0]
