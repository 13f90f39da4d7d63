// A tenant has one import of people at a time, the last of which is kept. What it prepares is found by batches, until they are used.
// @works-with 0.1.0
CREATE CONSTRAINT org_import_once_per_tenant IF NOT EXISTS FOR (job:OrgImport) REQUIRE job.tenantId IS UNIQUE;
CREATE CONSTRAINT org_import_id IF NOT EXISTS FOR (job:OrgImport) REQUIRE job.id IS UNIQUE;
CREATE INDEX import_batch_by_time IF NOT EXISTS FOR (batch:ImportBatch) ON (batch.createdAt);
