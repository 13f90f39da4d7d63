// Returns the data that the notification of an event needs: tenant, actor's name, week of the summary, and the
// recipients who are still active with their channel preferences (JSON). A summary and the trend of a person go to who is
// the manager now; the trend of a group to those who still have one of $rolesWithTenantScope; a weekly run ($runKinds) to those who are
// still to hear of it. Columns are null where the event has no such reference.
// @ahead worker
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (actor:User {tenantId: $tenantId, id: event.actorId})
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, id: event.subjectId})
WITH event, tenant, actor, summary, event.type AS kind, CASE
  WHEN event.type IN $runKinds AND event.key STARTS WITH event.type + ':' THEN date(split(event.key, ':')[1])
END AS week
RETURN
  tenant {.name, .channelsOff} AS tenant,
  actor.name AS actorName,
  toString(summary.weekStart) AS weekStart,
  CASE
    WHEN event.key STARTS WITH 'weekly_summary.submitted:' OR event.key STARTS WITH 'trend.flagged:' AND event.subjectId IS NOT NULL
    THEN COLLECT {
      MATCH (:User {tenantId: $tenantId, id: coalesce(event.actorId, event.subjectId)})
        // @include nearest_active_manager
      RETURN manager {.id, .channels}
    }
    ELSE COLLECT {
      UNWIND event.recipientIds AS recipientId
      MATCH (person:User {tenantId: $tenantId, id: recipientId, active: true})
      WHERE (NOT event.key STARTS WITH 'trend.flagged:' OR any(role IN person.roles WHERE role IN $rolesWithTenantScope))
        AND (
          week IS NULL OR kind = 'digest.weekly' OR NOT
          // @include excused
        )
        AND (
          week IS NULL OR
          // @include hears
        )
      RETURN person {.id, .channels}
    }
  END AS recipients
