// Moves a queued import to `processing` and returns its status and the user's name. An import in any other status keeps
// it: a repeated job sees whether work is left.
// @param jobId: id
MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
SET job.status = CASE job.status WHEN 'queued' THEN 'processing' ELSE job.status END
WITH job
MATCH (user:User {tenantId: $tenantId, id: job.userId})
RETURN job.status AS status, user.name AS userName
