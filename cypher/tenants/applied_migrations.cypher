// Returns the applied schema migrations in order, each with the checksum of the file at that time and the oldest
// version of the service that works with it. Release 0.3.0 wrote its last ones, which the baseline replaced, as
// LaterMigration.
// @all-tenants
MATCH (migration:Migration|LaterMigration)
WHERE migration.version <> 'lock'
RETURN migration.version AS version, migration.checksum AS checksum, migration.worksWith AS worksWith
ORDER BY version
