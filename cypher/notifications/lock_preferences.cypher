// Takes the write lock of the caller's preferences, which is that of the caller, until the transaction ends (see org/lock_tenant).
MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
SET caller.id = $callerId
RETURN caller.id AS id
