// pending_event(event, dueAt): assignments that make a new outbox event, due at this time. They follow the event's own properties in
// ON CREATE SET: id, type, queue and, as the type needs, subjectId, actorId, senderId, aboutIds, recipientIds, payload (JSON), link.
// $traceparent names the trace of the request or job that caused the event. outbox/relay.ts sends it to its queue, for
// which app/jobs.ts names the handler; outbox/process-event.ts has the whole path.
// @param now: instant
event:$($tenantLabel),
event.status = 'pending',
event.attempts = 0,
event.traceparent = $traceparent,
event.dueAt = dueAt,
event.createdAt = datetime($now)
