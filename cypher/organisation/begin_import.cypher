// Begins an import of the people of an uploaded file, which has the same id, in place of the tenant's import before,
// with the event that processes it and an audit entry. `isBusy` when that one has not ended: nothing changes then. No
// row unless the caller is active and has one of $permittedRoles when the transaction runs.
// @param permittedRoles: list of roles
// @param importId: id
// @param isDryRun: boolean
// @param emptyClears: boolean
// @param dateOrder: text or null
// @param atMost: number or null
// @param now: instant
// @param eventId: id
MATCH (admin:User {tenantId: $tenantId, id: $callerId, active: true})
WHERE any(role IN admin.roles WHERE role IN $permittedRoles)
MERGE (job:OrgImport {tenantId: $tenantId})
SET job:$($tenantLabel)
WITH job
OPTIONAL MATCH (before:OutboxEvent {tenantId: $tenantId, key: 'organisation.import:' + job.id})
WITH
  job,
  coalesce(
    job.id <> $importId AND NOT job.status IN ['done', 'failed'] AND before.status IN ['pending', 'held'],
    false
  ) AS isBusy
CALL (job, isBusy) {
  WITH * WHERE NOT isBusy
  SET job = {
    tenantId: $tenantId,
    id: $importId,
    status: 'queued',
    isDryRun: $isDryRun,
    emptyClears: $emptyClears,
    dateOrder: $dateOrder,
    atMost: $atMost,
    createdAt: datetime($now)
  }
  MERGE (event:OutboxEvent {tenantId: $tenantId, key: 'organisation.import:' + $importId})
  ON CREATE SET
    event.id = $eventId,
    event.type = 'organisation.import',
    event.queue = 'people-imports',
    event.subjectId = $importId,
    event.actorId = $callerId,
    pending_event(event, datetime($now))
  MERGE (entry:AuditEntry {tenantId: $tenantId, id: $importId})
  ON CREATE SET
    entry.action = 'organisation.upload',
    entry.valueNames = ['dryRun'],
    entry.valuesBefore = [''],
    entry.valuesAfter = [toString($isDryRun)],
    audit_entry(entry, $callerId, datetime($now))
}
RETURN isBusy
