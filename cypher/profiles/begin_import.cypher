// Takes up an import: what it is for, and its status as it is now. One that has ended stays as it is.
MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
SET job.status = CASE job.status WHEN 'queued' THEN 'processing' ELSE job.status END
WITH job
MATCH (user:User {tenantId: $tenantId, id: job.userId})
RETURN job.status AS status, user.name AS userName
