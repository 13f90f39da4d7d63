// Sets $fields ({status, done, total, result: JSON, error: why there is no result}) of an import of people, and returns
// how it is to be made: its progress, or, once, its end, in the transaction that makes its changes. No row when it has
// ended before.
// @param importId: id
// @param fields: map of values
MATCH (job:OrgImport {tenantId: $tenantId, id: $importId})
SET job.tenantId = $tenantId
WITH job
WHERE NOT job.status IN ['done', 'failed']
SET job += $fields
SET job.total = toInteger(job.total), job.done = toInteger(job.done)
RETURN job.isDryRun AS isDryRun, job.emptyClears AS emptyClears, job.dateOrder AS dateOrder, job.atMost AS atMost
