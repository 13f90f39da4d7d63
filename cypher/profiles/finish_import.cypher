// Ends the reading of an import, once, and tells the admin who began it if they are still there, in the same transaction.
MATCH (job:ImportJob {tenantId: $tenantId, id: $jobId})
SET job.id = $jobId
WITH job
WHERE job.status = 'processing'
SET
  job.status = $status,
  job.parsedFields = $parsedFields,
  job.evidence = $evidence,
  job.warnings = $warnings,
  job.error = $error
MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'insights.import_finished:' + $jobId})
ON CREATE SET
  event:$($tenantLabel),
  event.id = $eventId,
  event.type = 'insights.import_finished',
  event.payload = $payload,
  event.aboutIds = [job.userId],
  event.recipientIds = [id IN [job.adminId] WHERE id IS NOT NULL],
  event.status = 'pending',
  event.attempts = 0,
  event.dueAt = datetime($now),
  event.createdAt = datetime($now)
RETURN job.status AS status
