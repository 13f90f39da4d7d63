// Assignments of a new audit entry about who signs in. They follow `entry.action` in ON CREATE SET.
entry:$($tenantLabel),
entry.at = datetime($now),
entry.actorId = $callerId,
entry.source = $source
