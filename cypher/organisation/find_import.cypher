// Returns the import of people with this id, if it is the last of the tenant. One that has not ended and whose event is
// dead or erased is `failed`: every attempt has been used. One that has ended is shown so after its event, which ends
// in a later transaction: a large commit can be seen in parts, and its status before the people that it changed.
// @param importId: id
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'organisation.import:' + $importId})
WITH caller, coalesce(event.status IN ['pending', 'held'], false) AS isActive // read before the import
OPTIONAL MATCH (job:OrgImport {tenantId: $tenantId, id: $importId})
WITH caller, isActive, job, job.status IN ['done', 'failed'] AS hasEnded
RETURN
  caller {.roles} AS standing,
  job {
    importId: job.id,
    status: CASE
      WHEN isActive AND hasEnded THEN 'applying'
      WHEN isActive OR hasEnded THEN job.status
      ELSE 'failed'
    END,
    dryRun: job.isDryRun,
    createdAt: moment(job.createdAt),
    done: CASE WHEN hasEnded THEN job.total ELSE job.done END,
    .total,
    result: CASE WHEN NOT isActive THEN job.result END,
    error: CASE WHEN NOT isActive THEN job.error END
  } AS job
