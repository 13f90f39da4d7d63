// Returns the import of people with this id, if it is the last of the tenant. One that has not ended and whose event is dead or erased is
// `failed`: every attempt has been used.
OPTIONAL MATCH (caller:User {tenantId: $tenantId, id: $callerId, active: true})
OPTIONAL MATCH (event:OutboxEvent {tenantId: $tenantId, key: 'organisation.import:' + $importId})
WITH caller, event.status AS eventStatus // read first: an import ends before its event
OPTIONAL MATCH (job:OrgImport {tenantId: $tenantId, id: $importId})
RETURN
  caller {.roles} AS standing,
  job {
    importId: job.id,
    status: CASE
      WHEN job.status IN ['done', 'failed'] OR eventStatus IN ['pending', 'held'] THEN job.status
      ELSE 'failed'
    END,
    dryRun: job.isDryRun,
    createdAt: moment(job.createdAt),
    .done, .total, .result, .error
  } AS job
