// Records that a schema migration was applied.
// @all-tenants
// @param version: text
// @param description: text
// @param checksum: text
// @param worksWith: text or null
MERGE (migration:Migration {version: $version})
SET
  migration.description = $description,
  migration.checksum = $checksum,
  migration.worksWith = $worksWith,
  migration.appliedAt = datetime()
RETURN migration.version AS version
