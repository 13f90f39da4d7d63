// Boolean expression: `person` is to be notified of a weekly run of the kind `kind` for `week` (a date, its Monday). A digest is for
// everybody. A reminder is for people who had started by the end of the week, are not excused, and have not done what it reminds
// them of. The reminder that a summary is due is not for people who had the last call.
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
