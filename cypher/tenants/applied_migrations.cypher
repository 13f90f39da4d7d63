// The schema migrations that were applied, in their order, each with the checksum it had then.
MATCH (migration:Migration)
WHERE migration.version <> 'lock'
RETURN migration.version AS version, migration.checksum AS checksum
ORDER BY version
