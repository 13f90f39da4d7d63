// Number: the open summaries of `person` that `manager` has not been, and will not be, told of when they are submitted,
// and does not know from before: the person reported to them until a slip was undone.
COUNT {
  MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
  WHERE (
    is_open(summary)
  ) AND NOT EXISTS {
    MATCH (told:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.submitted:' + summary.id})
    WHERE told.status IN ['pending', 'held']
      OR EXISTS { (:Notification {tenantId: $tenantId, eventId: told.id, userId: manager.id}) }
  } AND NOT EXISTS {
    MATCH (person)-[line:REPORTS_TO]->(manager)<-[before:REPORTED_TO]-(person)
    WHERE summary.createdAt < before.until AND before.until > line.since - slip()
  }
}
