// Returns the data that the notification of an event needs: tenant, actor's name, week of the summary, and the
// recipients who are still active with their channel preferences (JSON) and language. A summary and the trend of a person go to who is
// the manager now; the trend of a group to those who still have one of $rolesWithTenantScope. Columns are null where the
// event has no such reference.
// @ahead worker
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (actor:User {tenantId: $tenantId, id: event.actorId})
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, id: event.subjectId})
RETURN
  tenant {.name, .channelsOff, .language} AS tenant,
  actor.name AS actorName,
  toString(summary.weekStart) AS weekStart,
  CASE
    WHEN event.key STARTS WITH 'weekly_summary.submitted:' OR event.key STARTS WITH 'trend.flagged:' AND event.subjectId IS NOT NULL
    THEN COLLECT {
      MATCH (:User {tenantId: $tenantId, id: coalesce(event.actorId, event.subjectId)})
        // @include nearest_active_manager
      RETURN manager {.id, .channels, language: coalesce(manager.language, manager.preferredLanguage)}
    }
    ELSE COLLECT {
      UNWIND event.recipientIds AS recipientId
      MATCH (recipient:User {tenantId: $tenantId, id: recipientId, active: true})
      WHERE NOT event.key STARTS WITH 'trend.flagged:' OR any(role IN recipient.roles WHERE role IN $rolesWithTenantScope)
      RETURN recipient {.id, .channels, language: coalesce(recipient.language, recipient.preferredLanguage)}
    }
  END AS recipients
