// Everyone, a row each, with their check-ins in a span of weeks: how many weeks before the last one, the department that
// they were in, and the three scores.
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
