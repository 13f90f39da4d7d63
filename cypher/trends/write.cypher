// Writes flags of a week.
UNWIND $flags AS found
CREATE (flag:TrendFlag:$($tenantLabel) {
  tenantId: $tenantId,
  id: found.id,
  weekStart: date($weekStart),
  scope: found.scope,
  subjectId: found.subject,
  dimension: found.dimension,
  direction: found.direction,
  n: toInteger(found.n),
  recentMean: found.recentMean,
  baselineMean: found.baselineMean,
  effectSize: found.effectSize,
  p: found.p,
  adjustedP: found.adjustedP,
  weekWriters: found.weekWriters
})
RETURN count(flag) AS written
