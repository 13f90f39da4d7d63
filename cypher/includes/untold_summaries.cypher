// Number: the open summaries of `person` that `manager` has not been, and will not be, told of when they are submitted.
COUNT {
  MATCH (summary:Summary {tenantId: $tenantId, userId: person.id})
  WHERE (
    // @include is_open
  ) AND NOT EXISTS {
    MATCH (told:OutboxEvent {tenantId: $tenantId, key: 'weekly_summary.submitted:' + summary.id})
    WHERE told.status IN ['pending', 'held']
      OR EXISTS { (:Notification {tenantId: $tenantId, eventId: told.id, userId: manager.id}) }
  }
}
