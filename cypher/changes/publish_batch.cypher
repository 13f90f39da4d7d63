// Makes the entries of a batch of changes (organisation/announce_people), with their places in the log of their tenant, and
// deletes the batch. Returns how many. The tenant with the fewest batches comes first, so that a small import does not
// wait for a large one; its oldest batch is taken under the lock of its log. The entries of later changes wait for it:
// see changes/publish.
// @ahead worker
// @all-tenants
// @param publisherId: id
MATCH (waiting:ChangeBatch)
WHERE waiting.recordedAt IS NOT NULL
WITH waiting.tenantId AS tenantId
WHERE tenantId IS NOT NULL // another publisher has just deleted the others, and the index still names them
WITH tenantId, count(*) AS batches
ORDER BY batches
LIMIT 1
MERGE (log:ChangeLog {tenantId: tenantId})
ON CREATE SET log:$('T_' + replace(tenantId, '-', '')), log.lastSequence = 0, log.openThrough = 0
SET log.lockedBy = $publisherId
WITH log
MATCH (batch:ChangeBatch {tenantId: log.tenantId})
WHERE batch.recordedAt IS NOT NULL
WITH log, batch
ORDER BY batch.tenantId, batch.recordedAt
LIMIT 1
SET batch.lockedBy = $publisherId
WITH log, batch
WHERE batch.tenantId IS NOT NULL // as above
OPTIONAL MATCH (tenant:Tenant {id: log.tenantId})
WITH log, batch, coalesce(tenant.orgRevision, 0) AS orgRevision, log.lastSequence AS last
SET log.lastSequence = last + size(batch.subjectIds), log.hasUnopened = true
WITH batch, orgRevision, last
UNWIND range(0, size(batch.subjectIds) - 1) AS place
CREATE (entry:ChangeEntry:$('T_' + replace(batch.tenantId, '-', '')) {
  tenantId: batch.tenantId,
  id: randomUUID(),
  key: batch.type + ':' + batch.id + ':' + place,
  type: batch.type,
  subjectType: 'user',
  subjectId: batch.subjectIds[place],
  changed: batch.changed,
  at: batch.at,
  traceparent: batch.traceparent,
  orgRevision: orgRevision,
  sequence: last + place + 1
})
WITH batch, count(entry) AS published
DELETE batch
RETURN published
