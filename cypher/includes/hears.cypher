// Boolean expression: `person` is to hear of `kind` of `week` (a date, its Monday) today: unless they are absent on that day, and of a reminder
// only if they had started by the end of the week and have not written. Expects `tenant`; whom a week excuses, the include excused says.
NOT any(absence IN coalesce(person.absences, []) WHERE left(absence, 10) <= toString(date(datetime({
  datetime: datetime($now), timezone: coalesce(person.timezone, tenant.timezone, 'UTC')
}))) <= right(absence, 10))
AND CASE
  WHEN kind = 'digest.weekly' THEN true
  WHEN NOT coalesce(person.startDate < week + duration({weeks: 1}), true) THEN false
  WHEN kind = 'goals.non_setters' THEN NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: week}) }
  ELSE NOT EXISTS { (:Summary {tenantId: $tenantId, userId: person.id, weekStart: week}) }
END
