// Returns every user of the tenant, deactivated ones included, with their check-ins of the weeks $firstWeek to
// $lastWeek as [weeks before $lastWeek, department at the time, qualityOfWork, personalWellbeing,
// professionalWellbeing]. No order.
// @rows
MATCH (person:User {tenantId: $tenantId})
WHERE person.email IS NOT NULL
RETURN
  person.id AS id,
  person.name AS name,
  person.active AS active,
  COLLECT {
    MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
    WHERE date($firstWeek) <= summary.weekStart <= date($lastWeek)
    RETURN [
      duration.inDays(summary.weekStart, date($lastWeek)).days / 7,
      summary.department,
      summary.qualityOfWork,
      summary.personalWellbeing,
      summary.professionalWellbeing
    ]
  } AS checkIns
