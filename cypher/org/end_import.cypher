// Ends an import of people once, in the transaction that makes its changes: $status is done or failed, $result JSON or null, $error why
// there is none. No row when it has ended before.
MATCH (job:OrgImport {tenantId: $tenantId, id: $importId})
SET job.tenantId = $tenantId
WITH job
WHERE NOT job.status IN ['done', 'failed']
SET job.status = $status, job.result = $result, job.error = $error, job.done = job.total
RETURN job.id AS id
