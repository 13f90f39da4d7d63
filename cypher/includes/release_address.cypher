// Takes the address and the user name from somebody who has left and whose address passes to somebody else: `row` is
// {id, auditId}. They keep their account and everything in it.
MATCH (former:User {tenantId: $tenantId, id: row.id})
SET former.email = former.id + '@released.invalid', former.userName = null, former.updatedAt = datetime($now)
MERGE (release:AuditEntry {tenantId: $tenantId, id: row.auditId})
ON CREATE SET
  release:$($tenantLabel),
  release.action = 'person.update',
  release.at = datetime($now),
  release.actorId = $callerId,
  release.source = $source,
  release.systemUser = $systemUser,
  release.userId = former.id,
  release.fields = ['email'],
  release.traceId = substring($traceparent, 3, 32),
  release.recordedAt = datetime.realtime()
MERGE (released:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + row.auditId})
ON CREATE SET
  released:$($tenantLabel),
  released.type = 'user.updated',
  released.subjectType = 'user',
  released.subjectId = former.id,
  released.changed = ['email'],
  released.traceparent = $traceparent,
  released.at = datetime($now),
  released.recordedAt = datetime.realtime()
