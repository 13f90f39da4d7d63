// Takes the lock under which the schema is migrated. Neo4j releases it when the transaction ends or its process dies.
// `hasTenants`: whether there is data that an older release may have left.
// @all-tenants
MERGE (lock:Migration {version: 'lock'})
SET lock.heldSince = datetime()
RETURN EXISTS { MATCH (:Tenant) } AS hasTenants
