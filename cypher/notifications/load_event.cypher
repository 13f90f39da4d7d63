// Returns the data that the notification of an event needs: tenant, actor's name, week of the summary, and the recipients
// who are still active, and what $readers says of the type (see notifications/registry.ts), with their channel preferences (JSON),
// language and, if the event has one for them, the address of the e-mail. A summary and the trend of a person go to who is the manager
// now and to their deputies for a right of `readers`; what roles are for, to those who still hold one; a weekly run ($runKinds) to those
// who are still to hear of it; what a service dispatched, to those whom it chose. A move hands over the open summaries of those whom
// nobody moved since, in the order of their names; `wasMailed`: they had an e-mail about an earlier summary of that week, which was
// withdrawn. `handedOver` counts those of each person (see includes/untold_summaries.cypher). `reports` are the people who must report
// to the manager `managerId`, with
// the `open` summaries of a hand-over; null for other events. `deputising`
// says what holds now between a manager and a deputy, without a term when nothing does; `isOver` is false if
// it ended otherwise than planned. Columns are null where the event has no such reference.
// @ahead worker
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (actor:User {tenantId: $tenantId, id: event.actorId})
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, id: event.subjectId})
WITH event, tenant, actor, summary, $readers[event.type] AS readers, event.type AS kind, CASE
  WHEN event.type IN $runKinds AND event.key STARTS WITH event.type + ':' THEN date(split(event.key, ':')[1])
END AS week
CALL (event) {
  UNWIND CASE WHEN event.key STARTS WITH 'weekly_summary.handed_over:' THEN event.aboutIds ELSE [] END AS personId
  MATCH (person:User {tenantId: $tenantId, id: personId})-[line:REPORTS_TO]->(:User {id: event.subjectId})
  WHERE line.since = event.movedAt
  MATCH (person)
    // @include nearest_active_manager
  WITH person,
    // @include untold_summaries
    AS open
  ORDER BY person.sortName, person.id
  WHERE open > 0
  RETURN collect({id: person.id, name: person.name, open: open}) AS handedOver
}
WITH *, CASE
  WHEN event.key STARTS WITH 'weekly_summary.submitted:' THEN [{id: event.actorId}]
  WHEN event.key STARTS WITH 'weekly_summary.handed_over:' THEN [person IN handedOver | person {.id, .open}]
  WHEN event.key STARTS WITH 'trend.flagged:' AND event.subjectId IS NOT NULL THEN [{id: event.subjectId}]
END AS reports
CALL (event) {
  WITH * WHERE event.type IN ['deputy.assigned', 'deputy.ended', 'deputy.left'] AND event.subjectId IS NOT NULL
  MATCH (head:User {tenantId: $tenantId, id: event.subjectId})
  CALL (event) {
    MATCH (deputy:User {tenantId: $tenantId, id: CASE event.type WHEN 'deputy.left' THEN event.aboutIds[0] ELSE event.recipientIds[0] END})
    RETURN deputy
  }
  OPTIONAL MATCH (deputy)-[term:DEPUTY_FOR]->(head)
  WHERE term.until > datetime($now) AND head.active
  RETURN collect({
    managerName: head.name, deputyName: deputy.name, deputyActive: deputy.active,
    isOver: event.plannedFor IS NULL OR head.active AND EXISTS {
      MATCH (deputy)-[over:DEPUTY_FOR]->(head)
      WHERE over.until = event.plannedFor
    },
    term: CASE WHEN term IS NOT NULL THEN {
      from: toString(term.from), to: toString(term.to), rights: term.rights,
      summaries: CASE WHEN term.since <= datetime($now) THEN COUNT {
        MATCH (head)<-[:REPORTS_TO]-(person:User {tenantId: $tenantId, active: true})
        MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
        WHERE person <> deputy AND (
          // @include is_open
        )
      } END
    } END
  })[0] AS deputising
}
OPTIONAL MATCH (about:User {tenantId: $tenantId, id: reports[0].id})
WITH *, COLLECT {
  MATCH (about)
    // @include nearest_active_manager
  RETURN manager
}[0] AS manager
RETURN
  tenant {.name, .channelsOff, .language, .timezone, .region, .workingDays, .regionWorkingDays} AS tenant,
  week IS NOT NULL AS isRun,
  actor.name AS actorName,
  toString(summary.weekStart) AS weekStart,
  CASE
    WHEN reports IS NOT NULL THEN COLLECT {
      MATCH (manager)<-[terms:DEPUTY_FOR*0..1]-(told:User {active: true})
      WHERE told <> about AND all(term IN terms WHERE
        any(right IN term.rights WHERE right IN readers.deputies) AND
        // @include is_in_force
      )
      RETURN DISTINCT told {
        .id, .channels, language: coalesce(told.language, told.preferredLanguage),
        wasMailed: toString(summary.weekStart) + ' ' + told.id IN about.announced
      }
    }
    ELSE COLLECT {
      UNWIND event.recipientIds AS recipientId
      MATCH (person:User {tenantId: $tenantId, id: recipientId, active: true})
      WHERE (
          event.key STARTS WITH 'dispatch:' OR readers.roles IS NULL OR any(role IN person.roles WHERE role IN readers.roles)
        )
        AND (
          week IS NULL OR
          // @include hears
        )
      RETURN person {
        .id, .channels,
        language: coalesce(person.language, person.preferredLanguage),
        address: head([entry IN event.addresses WHERE entry STARTS WITH person.id | substring(entry, 37)]),
        // @include day_facts
      }
    }
  END AS recipients,
  reports, manager.id AS managerId, handedOver, deputising
