// Returns every user of the tenant, deactivated ones included, with their check-ins of the weeks $firstWeek to
// $lastWeek, a list for each value: weeks before $lastWeek, department at the time ('' for none) and the scores. No order.
// @rows
// @param firstWeek: date
// @param lastWeek: date
MATCH (person:User {tenantId: $tenantId})
WHERE person.email IS NOT NULL
CALL (person) {
  MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
  WHERE date($firstWeek) <= summary.weekStart <= date($lastWeek)
  RETURN
    collect(duration.inDays(summary.weekStart, date($lastWeek)).days / 7) AS weeksAgo,
    collect(coalesce(summary.department, '')) AS departments,
    collect(summary.qualityOfWork) AS qualityOfWork,
    collect(summary.personalWellbeing) AS personalWellbeing,
    collect(summary.professionalWellbeing) AS professionalWellbeing
}
RETURN
  person.id AS id,
  person.name AS name,
  person.active AS active,
  weeksAgo, departments, qualityOfWork, personalWellbeing, professionalWellbeing
