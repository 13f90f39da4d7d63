// Stores the result of an import once and creates the event that notifies the admin who started it, in the same
// transaction. $status is parsed or failed; fields, evidence and payload are JSON. No row unless the import is in
// status `processing`.
// @param jobId: id
// @param status: text
// @param parsedFields: JSON text or null
// @param evidence: JSON text or null
// @param warnings: list of texts or null
// @param error: text or null
// @param eventId: id
// @param payload: JSON text
// @param now: instant
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
  event.id = $eventId,
  event.type = 'insights.import_finished',
  event.queue = 'notifications',
  event.subjectId = $jobId,
  event.senderId = job.adminId,
  event.payload = $payload,
  event.aboutIds = [job.userId],
  event.recipientIds = [id IN [job.adminId] WHERE id IS NOT NULL],
  pending_event(event, datetime($now))
RETURN job.status AS status
