// Begins an attempt at an import of people. No row when it has ended.
MATCH (job:OrgImport {tenantId: $tenantId, id: $importId})
SET job.tenantId = $tenantId
WITH job
WHERE NOT job.status IN ['done', 'failed']
SET job.status = 'checking'
REMOVE job.done, job.total
RETURN job.isDryRun AS isDryRun
