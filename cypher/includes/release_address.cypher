// Takes the address and the user name from somebody who has left and whose address passes to somebody else: `row` is
// {id, auditId}. They keep their account and everything in it.
// @param now: instant
MATCH (former:User {tenantId: $tenantId, id: row.id})
SET former.email = former.id + '@released.invalid', former.userName = null, former.updatedAt = datetime($now)
MERGE (release:AuditEntry {tenantId: $tenantId, id: row.auditId})
ON CREATE SET
  release.action = 'person.update',
  release.userId = former.id,
  release.fields = ['email'],
  audit_entry(release, $callerId, datetime($now))
MERGE (released:ChangeEntry {tenantId: $tenantId, key: 'user.updated:' + row.auditId})
ON CREATE SET
  released.type = 'user.updated',
  released.subjectType = 'user',
  released.subjectId = former.id,
  released.changed = ['email'],
  change_entry(released)
