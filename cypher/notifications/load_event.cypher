// Returns the data that the notification of an event needs: tenant, actor's name, week of the summary, and the
// recipients who are still active with their channel preferences (JSON). A summary and the trend of a person go to who is
// the manager now, and to their deputies (of a trend those for reading); the trend of a group to those who still have one of $rolesWithTenantScope. Columns are null where the
// event has no such reference.
// @ahead worker
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (actor:User {tenantId: $tenantId, id: event.actorId})
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, id: event.subjectId})
RETURN
  tenant {.name, .channelsOff} AS tenant,
  actor.name AS actorName,
  toString(summary.weekStart) AS weekStart,
  CASE
    WHEN event.key STARTS WITH 'weekly_summary.submitted:' OR event.key STARTS WITH 'trend.flagged:' AND event.subjectId IS NOT NULL
    THEN COLLECT {
      MATCH (about:User {tenantId: $tenantId, id: coalesce(event.actorId, event.subjectId)})
        // @include nearest_active_manager
      MATCH (manager)<-[terms:DEPUTY_FOR*0..1]-(told:User {active: true})
      WHERE told <> about AND all(term IN terms WHERE
        (event.key STARTS WITH 'weekly_summary.submitted:' OR 'read' IN term.rights) AND
        // @include is_in_force
      )
      RETURN DISTINCT told {.id, .channels}
    }
    ELSE COLLECT {
      UNWIND event.recipientIds AS recipientId
      MATCH (recipient:User {tenantId: $tenantId, id: recipientId, active: true})
      WHERE NOT event.key STARTS WITH 'trend.flagged:' OR any(role IN recipient.roles WHERE role IN $rolesWithTenantScope)
      RETURN recipient {.id, .channels}
    }
  END AS recipients
