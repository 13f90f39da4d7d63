// Returns the applied schema migrations in order, each with the checksum of the file at that time and the oldest
// version of the service that works with it. The first release reads no LaterMigration, and refuses each other
// migration that it lacks.
// @all-tenants
MATCH (migration:Migration|LaterMigration)
WHERE migration.version <> 'lock'
RETURN migration.version AS version, migration.checksum AS checksum, migration.worksWith AS worksWith
ORDER BY version
