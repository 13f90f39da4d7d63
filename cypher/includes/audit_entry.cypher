// audit_entry(entry, actorId, time): assignments that make an audit entry, by whom and when. They follow what the entry says, in
// ON CREATE SET: its action, and ids, names of fields and values, never personal text. It has no place in the hash chain of the
// tenant until audit/append gives it one, in the order of `recordedAt`; so nobody who changes something waits for the chain.
// `traceId` is that of the request or job, as log lines name it. What an assistant did for the actor has `via`, and names its client and the
// tool.
entry:$($tenantLabel),
entry.at = time,
entry.actorId = actorId,
entry.source = $source,
entry.systemUser = $systemUser,
entry.via = CASE WHEN $assistantTool IS NULL THEN null ELSE 'mcp' END,
entry.client = $assistantClient,
entry.tool = $assistantTool,
entry.traceId = substring($traceparent, 3, 32),
entry.recordedAt = datetime.realtime()
