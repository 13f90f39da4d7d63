// Notes that the caller, an admin, changed by what people sign in: the next sign-in that would be bound to them waits
// for a second admin (identity/sign_in). Each of $rows is {id, userId, keys}: keys are names of `emailBy`,
// `userNameBy`, `externalIdBy`, `identityBy`, which have the last one to change each. An approval of before counts no
// more.
UNWIND $rows AS row
MERGE (approval:Approval {tenantId: $tenantId, key: 'sign_in:' + row.userId})
ON CREATE SET approval:$($tenantLabel), approval.id = row.id, approval.kind = 'sign_in', approval.userId = row.userId
FOREACH (key IN row.keys | SET approval[key] = $callerId)
SET approval.requesterId = $callerId, approval.requestedAt = datetime($now)
REMOVE approval.approvedById, approval.approvedAt
