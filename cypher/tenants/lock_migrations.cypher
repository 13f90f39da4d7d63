// Takes the lock under which the schema is migrated. Neo4j releases it when the transaction ends or its process dies.
// @all-tenants
MERGE (lock:Migration {version: 'lock'})
SET lock.heldSince = datetime()
