// Creates trend flags of a week from $flags and returns how many. Runs after clear_flags in the same transaction.
// @param flags: list of {id: id, scope: text, subject: text, dimension: text, direction: text, n?: whole number,
//   recentMean?: number, baselineMean?: number, effectSize?: number, p?: number, adjustedP?: number,
//   weekWriters?: list of texts or null, startWeek?: date, startEarliest?: date, startLatest?: date, seriesWeeks?: list of dates,
//   seriesValues?: list of numbers}
// @param weekStart: date
UNWIND $flags AS row
CREATE (flag:TrendFlag:$($tenantLabel) {
  tenantId: $tenantId,
  id: row.id,
  weekStart: date($weekStart),
  scope: row.scope,
  subjectId: row.subject,
  dimension: row.dimension,
  direction: row.direction,
  n: toInteger(row.n),
  recentMean: row.recentMean,
  baselineMean: row.baselineMean,
  effectSize: row.effectSize,
  p: row.p,
  adjustedP: row.adjustedP,
  weekWriters: row.weekWriters,
  startWeek: date(row.startWeek),
  startEarliest: date(row.startEarliest),
  startLatest: date(row.startLatest),
  seriesWeeks: [week IN row.seriesWeeks | date(week)],
  seriesValues: row.seriesValues
})
RETURN count(flag) AS written
