// Returns the import of people with this id, if it is the last of the tenant. One that has not ended and whose event is dead or erased is
// `failed`: every attempt has been used. A commit can be seen in parts until the event has ended: an end without result or error is none yet.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'organisation.import:' + $importId})
WITH caller, event.status AS eventStatus // read first: an import ends before its event
OPTIONAL MATCH (job:OrgImport {tenantId: $tenantId, id: $importId})
WITH
  caller,
  job,
  job.status IN ['done', 'failed'] AS hasEnded,
  eventStatus IN ['pending', 'held'] AS isActive
WITH
  caller,
  job,
  hasEnded,
  CASE
    WHEN hasEnded AND isActive AND job.result IS NULL AND job.error IS NULL THEN 'applying'
    WHEN hasEnded OR isActive THEN job.status
    ELSE 'failed'
  END AS status
RETURN
  caller {.roles} AS standing,
  job {
    importId: job.id,
    status: status,
    dryRun: job.isDryRun,
    createdAt: moment(job.createdAt),
    done: CASE WHEN hasEnded THEN job.total ELSE job.done END,
    .total, .result, .error
  } AS job
