// Takes the write lock of the caller until the transaction ends (see organisation/lock_tenant): that of their preferences and of
// their drafts.
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
SET caller.id = $callerId
RETURN caller.id AS id
