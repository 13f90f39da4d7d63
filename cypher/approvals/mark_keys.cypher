// Notes that the caller, an admin, changed the keys by which people sign in. The next sign-in that would be bound to them waits
// for a second admin (identity/sign_in). Each of $rows is {id, userId, keys}. The keys are names of the properties `emailBy`,
// `userNameBy`, `externalIdBy`, `identityBy`, which say who changed each key last. An earlier approval is no longer valid.
UNWIND $rows AS row
MERGE (approval:Approval {tenantId: $tenantId, key: 'sign_in:' + row.userId})
ON CREATE SET approval:$($tenantLabel), approval.id = row.id, approval.kind = 'sign_in', approval.userId = row.userId
FOREACH (key IN row.keys | SET approval[key] = $callerId)
SET approval.requesterId = $callerId, approval.requestedAt = datetime($now)
REMOVE approval.approvedById, approval.approvedAt
