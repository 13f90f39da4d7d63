// Assignments that make an audit entry. They follow what the entry says, in ON CREATE SET: its action, and ids, names
// of fields and values, never personal text. It has no place in the hash chain of the tenant until audit/chain gives it
// one, in the order of `recordedAt`; so nobody who changes something waits for the chain. `traceId` is that of the
// request or job, as log lines name it.
entry:$($tenantLabel),
entry.at = datetime($now),
entry.actorId = $callerId,
entry.source = $source,
entry.systemUser = $systemUser,
entry.traceId = substring($traceparent, 3, 32),
entry.recordedAt = datetime.realtime()
