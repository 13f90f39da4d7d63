// Notes that a directory or the operator has set keys of people: no admin's change counts for these any more (see
// mark_keys). Each of $rows is {userId, keys}. A note that names nobody any more is deleted.
UNWIND $rows AS row
MATCH (approval:Approval {tenantId: $tenantId, key: 'sign_in:' + row.userId})
FOREACH (key IN row.keys | SET approval[key] = null)
WITH approval
WHERE approval.emailBy IS NULL AND approval.userNameBy IS NULL AND approval.externalIdBy IS NULL AND approval.identityBy IS NULL
DELETE approval
