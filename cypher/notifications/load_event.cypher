// Returns the data that the notification of an event needs: tenant, actor's name, week of the summary, and the recipients, with their
// channel preferences (JSON), language and, if the event has one for them, the address of what is sent to them. Recipients are active. The
// notice of a power (`readers.isSecurity`) also goes to deactivated people, who must not miss it; it goes to their former address if an admin
// changed the address in the last seven days. A notification that a service dispatched (`isDispatched`) goes to the people whom the service
// chose. Any other goes to the people for whom it is meant now (see includes/is_meant; $readers has the `readers` of each type). Candidates are the managers of the people it is about
// and the deputies of these managers. If it is about nobody, or not for managers, the candidates are the people whom the event names. A
// weekly run goes only to candidates who have not yet been notified of it. A move hands over the open summaries of the people whom nobody
// has moved since, in the order of their names; `handedOver` counts them for each person (see includes/untold_summaries). `wasSent` means
// that the recipient was sent a message about an earlier summary of that week, which was withdrawn. `reports` are the people whose manager is
// notified, with the number of `open` summaries of a hand-over, and `managerId` is that manager; both are null if the notification is not
// for the manager of people. `deputising` says what is valid now between a manager and a deputy, and has no term if nothing is valid.
// `isOver` is false if it did not end as planned. `subjectName` is the new manager of people who were moved, `moved` are people who were
// moved from a manager ({count, people}). Columns are null where the event has no such reference.
// @ahead worker
// @param eventId: id
// @param readers: map of {deputies: list of texts or null, roles: list of roles or null, isSecurity: boolean}
// @param now: instant
MATCH (event:OutboxEvent {tenantId: $tenantId, id: $eventId})
OPTIONAL MATCH (tenant:Tenant {id: $tenantId})
OPTIONAL MATCH (actor:User {tenantId: $tenantId, id: event.actorId})
OPTIONAL MATCH (summary:Summary {tenantId: $tenantId, id: event.subjectId})
WITH
  event, tenant, actor, summary, event.type AS kind,
  $readers[event.type] AS readers, is_dispatched(event) AS isDispatched, week_of_run(event) AS week
CALL (event) {
  UNWIND CASE WHEN event.movedAt IS NOT NULL THEN event.aboutIds ELSE [] END AS personId
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
  WHEN isDispatched OR readers.deputies IS NULL THEN []
  WHEN event.movedAt IS NOT NULL THEN [person IN handedOver | person {.id, .open}]
  ELSE [id IN [event.actorId] + coalesce(event.aboutIds, []) WHERE id IS NOT NULL | {id: id}]
END AS those
WITH *, CASE WHEN size(those) > 0 THEN those END AS reports, [one IN those | one.id] AS aboutIds
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
          is_open(summary)
        )
      } END
    } END
  })[0] AS deputising
}
OPTIONAL MATCH (subject:User {tenantId: $tenantId, id: CASE kind WHEN 'account.manager_changed' THEN event.subjectId END})
OPTIONAL MATCH (first:User {tenantId: $tenantId, id: aboutIds[0]})
WITH *, COLLECT {
  MATCH (first)
    // @include nearest_active_manager
  RETURN manager
}[0] AS above
RETURN
  tenant {.name, .slug, .channelsOff, .addressedChannels, .language, .timezone, .region, .workingDays, .regionWorkingDays, .regionFreeDays} AS tenant,
  week IS NOT NULL AS isRun,
  isDispatched,
  actor.name AS actorName,
  subject.name AS subjectName,
  CASE kind WHEN 'org.reports_moved' THEN {count: coalesce(event.movedCount, 0), people: COLLECT {
    UNWIND range(0, size(coalesce(event.aboutIds, [])) - 1) AS place
    MATCH (person:User {tenantId: $tenantId, id: event.aboutIds[place]})
    RETURN person {.id, .name} ORDER BY place
  }} END AS moved,
  toString(summary.weekStart) AS weekStart,
  COLLECT {
    UNWIND CASE WHEN reports IS NULL THEN event.recipientIds ELSE COLLECT {
      MATCH (above)<-[:DEPUTY_FOR*0..1]-(candidate:User)
      RETURN DISTINCT candidate.id
    } END AS recipientId
    MATCH (person:User {tenantId: $tenantId, id: recipientId})
    WHERE (person.active OR readers.isSecurity AND NOT isDispatched)
      AND (
        isDispatched OR
        // @include is_meant
      )
      AND (
        week IS NULL OR
        // @include hears
      )
    RETURN person {
      .id, .channels,
      language: coalesce(person.language, person.preferredLanguage),
      address: CASE
        WHEN readers.isSecurity AND is_recent(person.formerEmailAt) THEN person.formerEmail
        ELSE head([entry IN event.addresses WHERE entry STARTS WITH person.id | substring(entry, 37)])
      END,
      wasSent: toString(summary.weekStart) + ' ' + person.id IN first.announced,
      // @include day_facts
    }
  } AS recipients,
  reports, above.id AS managerId, handedOver, deputising
