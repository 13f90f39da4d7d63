// Takes the lock under which the schema is migrated; it is held until this transaction ends, however it ends.
MERGE (lock:Migration {version: 'lock'})
SET lock.heldSince = datetime()
RETURN lock.version AS version
