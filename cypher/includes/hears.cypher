// Boolean expression: `person` is to hear of `kind` of `week` (a date, its Monday): of a digest always; of a reminder
// unless the week excuses them, if they had started by its end and have not done what it reminds of, and of what is due
// unless they had the last call.
CASE
  WHEN kind = 'digest.weekly' THEN true
  WHEN NOT coalesce(person.startDate < week + duration({weeks: 1}), true) THEN false
  WHEN
    // @include excused
    THEN false
  WHEN kind = 'goals.non_setters' THEN NOT EXISTS { (:Goal {tenantId: $tenantId, userId: person.id, weekStart: week}) }
  WHEN EXISTS { (:Summary {tenantId: $tenantId, userId: person.id, weekStart: week}) } THEN false
  ELSE kind <> 'weekly_summary.due' OR NOT EXISTS {
    MATCH (lastCall:OutboxEvent {tenantId: $tenantId})
    WHERE lastCall.key STARTS WITH 'weekly_summary.last_call:' + toString(week) + ':'
    MATCH (:Notification {tenantId: $tenantId, eventId: lastCall.id, userId: person.id})
  }
END
