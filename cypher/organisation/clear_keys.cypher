// Notes that a directory or the operator has set keys of people: no admin's change counts for these any more (see
// mark_keys). Each of $rows is {userId, keys}. A note that names nobody any more is deleted.
// @param rows: list of {userId: id, keys: list of texts}
UNWIND $rows AS row
MATCH (approval:Approval {tenantId: $tenantId, key: 'sign_in:' + row.userId})
FOREACH (key IN row.keys | SET approval[key] = null)
WITH approval
WHERE coalesce(
  approval.emailBy, approval.userNameBy, approval.externalIdBy, approval.identityBy,
  approval.madeBy, approval.issuerBy, approval.otherIssuerBy
) IS NULL
DELETE approval
