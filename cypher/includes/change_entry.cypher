// change_entry(change): assignments that make an entry of the change log. They follow the entry's own properties in ON CREATE SET:
// type, subjectType, subjectId, changed (names of fields, never values). $traceparent names the trace of the request or job
// that made the change. The entry's `key` makes a repeated transaction write it once. It has no place in the log until
// changes/publish gives it one, in the order of `recordedAt`: the time of the database, taken after the subject was
// locked, so that the changes of one subject keep their order whatever the clocks of the callers say.
// @param now: instant
change:$($tenantLabel),
change.traceparent = $traceparent,
change.at = datetime($now),
change.recordedAt = datetime.realtime()
