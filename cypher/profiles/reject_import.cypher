// Drops what an import has read, once.
MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
SET job.id = $jobId
WITH job
WHERE job.status = 'parsed' OR job.decisionId = $decisionId
SET job.status = 'rejected', job.decisionId = $decisionId
REMOVE job.parsedFields, job.evidence, job.warnings
RETURN job.status AS status
