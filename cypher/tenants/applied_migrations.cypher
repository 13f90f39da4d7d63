// Returns the applied schema migrations in order, each with the checksum of the file at that time.
MATCH (migration:Migration)
WHERE migration.version <> 'lock'
RETURN migration.version AS version, migration.checksum AS checksum
ORDER BY version
