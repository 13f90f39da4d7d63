// Boolean expression: the step (lower)-[line]->(upper) belongs to the reporting line that `view` shows, in which
// everyone has at most one manager. `view` is a map {asOf: DATETIME or null, planId: id or null}; if both are null, it is
// today's line. For a time, a line counts from `since` until before `until`. For a plan, a move replaces the line of
// the person. `line` has one of the types REPORTS_TO|REPORTED_TO|WOULD_REPORT_TO. CASE would read better, but Neo4j
// 5.26 cannot plan it in a quantified path pattern; the subquery stands in an OR of its own, and is therefore evaluated
// for plans alone.
(
  view.planId IS NULL AND view.asOf IS NULL AND line:REPORTS_TO
  OR view.asOf IS NOT NULL AND line.since <= view.asOf AND (line:REPORTS_TO OR line:REPORTED_TO AND view.asOf < line.until)
  OR view.planId IS NOT NULL AND (line:REPORTS_TO OR line:WOULD_REPORT_TO AND line.planId = view.planId AND upper:User)
)
AND (
  view.planId IS NULL
  OR line:WOULD_REPORT_TO
  OR NOT EXISTS { (lower)-[move:WOULD_REPORT_TO]->() WHERE move.planId = view.planId }
)
