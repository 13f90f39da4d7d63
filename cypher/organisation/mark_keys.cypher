// Notes that the caller, an admin, changed the keys by which people sign in. The next sign-in that would be bound to them waits
// for a second admin (identity/sign_in). Each of $rows is {id, userId, keys}. The keys are names of the properties `emailBy`,
// `userNameBy`, `externalIdBy`, `identityBy`, which say who changed each key last. An earlier approval of these keys is no longer
// valid, and what waits has another id ($rows[].id): nobody approves another change than the one that they have looked at. `hadSecond` remembers that there was somebody who could approve: another admin, also one from whom an admin took
// the role lately (is_recent).
// @param rows: list of {userId: id, id: id, keys: list of texts}
// @param now: instant
MATCH (tenant:Tenant {id: $tenantId})
WITH is_recent(tenant.lostAdminAt) OR COUNT {
  CALL db.index.fulltext.queryNodes('user_by_role', '+tenantId:"' + $tenantId + '" +roles:admin') YIELD node
  WITH node AS admin
  WHERE admin.active AND 'admin' IN admin.roles AND admin.id <> $callerId
  RETURN admin
} > 0 AS hadSecond
UNWIND $rows AS row
MATCH (person:User {tenantId: $tenantId, id: row.userId})
SET person.accountChangedAt = datetime($now)
MERGE (approval:Approval {tenantId: $tenantId, key: 'sign_in:' + row.userId})
ON CREATE SET approval:$($tenantLabel), approval.kind = 'sign_in', approval.userId = row.userId
FOREACH (key IN row.keys | SET approval[key] = $callerId)
WITH approval, row, hadSecond, CASE
  WHEN approval.approvedById IS NULL THEN [reason IN approval.approvedReasons WHERE NOT reason + 'By' IN row.keys]
END AS approvedReasons
SET
  approval.id = row.id,
  approval.hadSecond = hadSecond OR coalesce(approval.hadSecond, false),
  approval.approvedReasons = approvedReasons,
  approval.requesterId = $callerId,
  approval.requestedAt = datetime($now)
REMOVE approval.approvedById, approval.approvedAt
