// Boolean expression: `person` is to hear of `kind` of `week` (a date, its Monday): of a reminder those who had started by the end of the
// week and have not written.
CASE
  WHEN kind = 'digest.weekly' THEN true
  WHEN NOT coalesce(person.startDate < week + duration({weeks: 1}), true) THEN false
  WHEN kind = 'goals.non_setters' THEN NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: week}) }
  ELSE NOT EXISTS { (:Summary {tenantId: $tenantId, userId: person.id, weekStart: week}) }
END
