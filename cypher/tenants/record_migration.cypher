// Records that a schema migration was applied. $isLater: as one that the first release does not look for, because it
// works with it.
// @all-tenants
CALL () {
  WITH 1 AS one
  WHERE $isLater
  MERGE (migration:LaterMigration {version: $version})
  RETURN migration
  UNION
  WITH 1 AS one
  WHERE NOT $isLater
  MERGE (migration:Migration {version: $version})
  RETURN migration
}
SET
  migration.description = $description,
  migration.checksum = $checksum,
  migration.worksWith = $worksWith,
  migration.appliedAt = datetime()
RETURN migration.version AS version
